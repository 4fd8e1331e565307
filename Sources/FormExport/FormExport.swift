package import FormImport
package import FormModel
import SchemaImport
import SurveyImport
import XLSFormImport

/// The notations in which definitions are written.
package enum ExportFormat: String, Sendable, CaseIterable {
    /// JSON Schema 2020-12, the JSON of SurveyJS, and the sheets of an XLSForm.
    case schema, survey, xlsform
}

/// A definition in another notation, from which the importer makes the same form again.
///
/// The result is imported, and the forms are compared: everything in which they differ is an omission. Without omissions
/// the way back is exact.
package struct FormExport: Sendable {
    /// The text of each file: one, or the sheets of an XLSForm by their names.
    package let files: [(name: String, text: String)]
    package let omissions: [ImportOmission]

    /// Throws `JSONSyntaxError`, and `NoForm` if the definition has errors, or if nothing of it can be written.
    package init(_ definition: String, as format: ExportFormat, decoder: DefinitionDecoder) throws {
        let form = JSONText(try JSONDocument(definition).root)
        let decoded = decoder.decode(definition, name: "")
        guard let original = decoded.value else {
            let error = decoded.diagnostics.first { $0.severity == .error }
            throw NoForm(description: error?.description ?? "this is no definition")
        }
        let imported: String
        do {
            switch format {
            case .schema:
                let text = SchemaExport(form).schema.written + "\n"
                files = [("schema", text)]
                imported = try SchemaImport(text, decoder: decoder).definition
            case .survey:
                let text = SurveyExport(form).survey.written + "\n"
                files = [("survey", text)]
                imported = try SurveyImport.form(text, decoder: decoder).definition
            case .xlsform:
                files = XLSFormExport(form).sheets
                let sheets = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
                imported = try XLSFormImport.form(Workbook(csv: sheets), decoder: decoder).definition
            }
        } catch let error as NoForm {
            throw NoForm(description: "nothing of this form can be written as \(format.rawValue): \(error)")
        }
        let again = JSONText(try JSONDocument(imported).root)
        let fields = decoder.decode(imported, name: "").value?.fieldsByID ?? [:]
        let same = original.fieldsByID.filter { fields[$0.key] == $0.value }
        omissions = FormDifferences(form, again, same: Set(same.keys)).omissions
    }
}

extension FormDefinition {
    /// The fields, without their places in the source, by the names that are unique in a form.
    fileprivate var fieldsByID: [String: FieldDefinition] {
        var fields: [String: FieldDefinition] = [:]
        add(structure.elements, in: "", to: &fields)
        return fields
    }

    private func add(_ elements: [FormStructure.Element], in group: String, to fields: inout [String: FieldDefinition])
    {
        for element in elements {
            switch element {
            case .field(var field):
                field.source = nil
                fields[group + field.id] = field
            case .group(let inner): add(inner.elements, in: group + inner.id + ".", to: &fields)
            }
        }
    }
}

/// What a form has that another one does not have in the same way.
private struct FormDifferences {
    private(set) var omissions: [ImportOmission] = []
    /// The names of the fields that mean the same in both forms.
    private let same: Set<String>

    init(_ form: JSONText, _ again: JSONText, same: Set<String>) {
        self.same = same
        compare(form, again, at: "", in: "", besides: ["fields", "$schema"])
        compareElements(form, again, at: "", in: "")
    }

    private mutating func omit(_ place: String, _ reason: String) {
        omissions.append(ImportOmission(place: place, reason: reason))
    }

    private mutating func compareElements(_ form: JSONText, _ again: JSONText, at place: String, in group: String) {
        let (own, others) = (form["fields"]?.array ?? [], again["fields"]?.array ?? [])
        // An element without a name has the name that the form gives it.
        var places = Dictionary(others.map { ($0["id"]?.text ?? "", $0) }) { first, _ in first }
        for (number, element) in own.enumerated() {
            let place = "\(place)/fields/\(number)"
            let id = element["id"]?.text ?? ""
            guard let other = places.removeValue(forKey: id) else {
                omit(place, "“\(id)” cannot be written")
                continue
            }
            if !same.contains(group + id) { compare(element, other, at: place, in: group, besides: ["fields"]) }
            let inner = element["repeat"] == nil ? group : group + id + "."
            compareElements(element, other, at: place, in: inner)
        }
        for id in places.keys.sorted() { omit("\(place)/fields", "“\(id)” is added") }
        let order = own.compactMap { $0["id"]?.text }.filter { id in others.contains { $0["id"]?.text == id } }
        if order != others.compactMap({ $0["id"]?.text }).filter(order.contains) {
            omit("\(place)/fields", "the elements are in another order")
        }
    }

    private mutating func compare(
        _ form: JSONText,
        _ again: JSONText,
        at place: String,
        in group: String,
        besides others: Set<String>
    ) {
        for member in form.members where !others.contains(member.key) {
            guard again[member.key]?.canonical != member.value.canonical else { continue }
            omit("\(place)/\(member.key)", "“\(member.key)” cannot be written as it is")
        }
        for member in again.members where !others.contains(member.key) && form[member.key] == nil {
            omit(place, "“\(member.key)” is added")
        }
    }
}
