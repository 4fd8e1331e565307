import FormEngine
import FormImport
import FormModel
import Foundation
import QuestionnaireImport
import SchemaImport
import SurveyImport
import XLSFormImport

/// A text in a notation that an importer reads, whose parts can be taken out one by one.
enum ImportSource {
    case schema(JSONText, look: JSONText?)
    case survey(JSONText)
    /// The tables of the sheets, by their names.
    case sheets([String: [[String]]])
    /// JSON, which is also YAML.
    case tree(ImportFormat, JSONText)
    /// The lines of a text, each of which describes a part.
    case lines(ImportFormat, [String])

    /// What an importer made of a source: the definition and the omissions, without the numbers in their places, which
    /// change if an element before them is taken out.
    struct Outcome: Equatable {
        let definition: String
        let omissions: [String]
    }

    /// Throws if no form can be made of the source.
    func imported() throws -> (definition: String, omissions: [ImportOmission]) {
        let decoder = DefinitionDecoder()
        switch self {
        case .schema(let schema, let look):
            let form = try SchemaImport(schema.written, look: look?.written, decoder: decoder)
            return (form.definition, form.omissions)
        case .survey(let survey):
            let form = try SurveyImport.form(survey.written, decoder: decoder)
            return (form.definition, form.omissions)
        case .sheets(let tables):
            let form = try XLSFormImport.form(
                Workbook(csv: tables.mapValues(Self.commaSeparated)),
                decoder: decoder
            )
            return (form.definition, form.omissions)
        case .tree(let format, let tree): return try Self.imported(tree.line, format, decoder)
        case .lines(let format, let lines):
            return try Self.imported(lines.joined(separator: "\n") + "\n", format, decoder)
        }
    }

    private static func imported(
        _ text: String,
        _ format: ImportFormat,
        _ decoder: DefinitionDecoder
    ) throws -> (definition: String, omissions: [ImportOmission]) {
        switch format {
        case .github:
            let form = try IssueForm.form(text, decoder: decoder)
            return (form.definition, form.omissions)
        case .debconf:
            let form = try DebconfTemplates.form(text, decoder: decoder)
            return (form.definition, form.omissions)
        case .fhir:
            let form = try FHIRQuestionnaire.form(text, decoder: decoder)
            return (form.definition, form.omissions)
        case .xform:
            let form = try XLSFormImport.form(xform: Array(text.utf8), decoder: decoder)
            return (form.definition, form.omissions)
        case .schema, .survey, .xlsform: throw NoForm(description: "this notation has a source of its own")
        }
    }

    /// `nil` if no form can be made of the source.
    var outcome: Outcome? {
        guard let (definition, omissions) = try? imported() else { return nil }
        let places = omissions.map { omission in
            let place = omission.place.split(separator: "/", omittingEmptySubsequences: false).map {
                Int($0) == nil ? String($0) : "#"
            }
            return "\(place.joined(separator: "/")): \(omission.reason)"
        }
        return Outcome(definition: definition, omissions: places.sorted())
    }

    private static func commaSeparated(_ table: [[String]]) -> String {
        table.map { row in
            row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
        }.joined()
    }

    // MARK: Parts

    /// The sources without one part each, a member, an element or a cell, with the place of the part.
    var reductions: [(place: String, source: ImportSource)] {
        switch self {
        case .schema(let schema, let look):
            let schemas = schema.reductions.map { ($0.path, ImportSource.schema($0.rest, look: look)) }
            let looks = look?.reductions.map { ("ui:" + $0.path, ImportSource.schema(schema, look: $0.rest)) }
            return schemas + (looks ?? [])
        case .survey(let survey): return survey.reductions.map { ($0.path, .survey($0.rest)) }
        case .tree(let format, let tree): return tree.reductions.map { ($0.path, .tree(format, $0.rest)) }
        case .lines(let format, let lines):
            return lines.indices.flatMap { number in
                var rest = lines
                rest.remove(at: number)
                let line = lines[number]
                let whole = [(line.trimmingCharacters(in: .whitespaces), ImportSource.lines(format, rest))]
                // The attributes of an element of XML.
                return whole
                    + line.ranges(of: #/ [a-zA-Z:]+="[^"]*"/#).map { range in
                        var changed = lines
                        changed[number].removeSubrange(range)
                        return ("\(number):\(line[range])", .lines(format, changed))
                    }
            }
        case .sheets(let tables):
            return tables.sorted { $0.key < $1.key }.flatMap { name, table in
                table.indices.flatMap { row in
                    table[row].indices.filter { !table[row][$0].isEmpty }.map { column in
                        var rest = tables
                        rest[name]?[row][column] = ""
                        return ("\(name)!\(table[0][column])!\(row + 1)", .sheets(rest))
                    }
                }
            }
        }
    }
}

extension JSONText {
    init(_ value: JSONValue) {
        if let object = value.object {
            self = .object(object.members.map { Member($0.key, JSONText($0.value)) })
        } else if let elements = value.elements {
            self = .array(elements.map(JSONText.init))
        } else if let text = value.string {
            self = .string(text)
        } else {
            self = .literal(JSONWriter.text(of: value))
        }
    }

    /// The text without one of its members or elements each, with the place of that part.
    fileprivate var reductions: [(path: String, rest: JSONText)] {
        switch self {
        case .object(let members):
            return members.indices.flatMap { place in
                var rest = members
                rest.remove(at: place)
                let inner = members[place].value.reductions.map { path, value in
                    var changed = members
                    changed[place].value = value
                    return ("/\(members[place].key)\(path)", JSONText.object(changed))
                }
                return [("/\(members[place].key)", .object(rest))] + inner
            }
        case .array(let elements):
            return elements.indices.flatMap { place in
                var rest = elements
                rest.remove(at: place)
                let inner = elements[place].reductions.map { path, value in
                    var changed = elements
                    changed[place] = value
                    return ("/\(place)\(path)", JSONText.array(changed))
                }
                return [("/\(place)", .array(rest))] + inner
            }
        case .string, .literal: return []
        }
    }
}
