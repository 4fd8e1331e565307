/// The meaning of names in a form and in the rows of its groups. A name is looked up in the row in which it is written,
/// then in the enclosing row, and finally among the fields and groups of the form.
struct FieldScopes {
    /// The form, or the rows of one group.
    struct Scope {
        let list: ElementList
        fileprivate(set) var fields: [FieldDefinition]
        /// The number of the scope that contains the group, and the group's index among the elements there.
        let outer: (scope: Int, element: Int)?
        /// The first field with each name, as an index of `fields`.
        let places: [String: Int]
        /// The scopes of the groups that this scope contains.
        fileprivate(set) var groups: [String: Int] = [:]
    }

    /// A field: its scope and its index among the fields of the scope.
    struct Place: Hashable {
        let scope: Int
        let field: Int
    }

    /// The form first, and every scope before those that it contains.
    private(set) var all: [Scope] = []

    init(_ form: ElementList) {
        add(form, in: nil)
    }

    private mutating func add(_ list: ElementList, in outer: (scope: Int, element: Int)?) {
        let fields = list.fields
        let named = fields.enumerated().map { ($0.element.id, $0.offset) }
        let places = Dictionary(named) { first, _ in first }
        let number = all.count
        all.append(Scope(list: list, fields: fields, outer: outer, places: places))
        var rows = list.rows[...]
        for (place, element) in list.elements.enumerated() {
            guard case .group(let group) = element, let row = rows.popFirst() else { continue }
            if all[number].groups[group.id] == nil { all[number].groups[group.id] = all.count }
            add(row, in: (number, place))
        }
    }

    mutating func makeSecret(_ place: Place) { all[place.scope].fields[place.field].isSecret = true }

    /// The form's elements, with the fields of this value.
    var elements: [FormStructure.Element] { elements(of: 0) }

    private func elements(of scope: Int) -> [FormStructure.Element] {
        var fields = all[scope].fields[...]
        return all[scope].list.elements.map { element in
            switch element {
            case .field(let field): return .field(fields.popFirst() ?? field)
            case .group(var group):
                if let inner = all[scope].groups[group.id] { group.elements = elements(of: inner) }
                return .group(group)
            }
        }
    }

    subscript(place: Place) -> FieldDefinition { all[place.scope].fields[place.field] }

    /// A scope and its enclosing scopes, from the inside out.
    func around(_ scope: Int) -> some Sequence<Int> {
        sequence(first: scope) { all[$0].outer?.scope }
    }

    func place(of name: String, from scope: Int) -> Place? {
        for scope in around(scope) {
            if let field = all[scope].places[name] { return Place(scope: scope, field: field) }
        }
        return nil
    }

    func place(of reference: FieldReference, from scope: Int) -> Place? {
        switch reference {
        case .field(let name): return place(of: name, from: scope)
        case .column(let groups, let field):
            guard let first = groups.first, var inner = around(scope).lazy.compactMap({ all[$0].groups[first] }).first
            else { return nil }
            for group in groups.dropFirst() {
                guard let next = all[inner].groups[group] else { return nil }
                inner = next
            }
            return all[inner].places[field].map { Place(scope: inner, field: $0) }
        }
    }

    /// The field whose answer a text shows: one that can be named in a scope, or one of a certain row, `guests_1_name`.
    func place(inserted name: String, from scope: Int) -> Place? {
        place(of: name, from: scope) ?? around(scope).lazy.compactMap { self.place(ofRowField: name, in: $0) }.first
    }

    private func place(ofRowField name: String, in scope: Int) -> Place? {
        for (group, inner) in all[scope].groups where name.hasPrefix(group + "_") {
            let rest = name.dropFirst(group.utf8.count + 1)
            let number = rest.prefix { "0"..."9" ~= $0 }
            guard let row = Int(number), (1...GroupDefinition.lastRow).contains(row), number.first != "0" else {
                continue
            }
            let field = String(rest.dropFirst(number.utf8.count + 1))
            if let place = all[inner].places[field] { return Place(scope: inner, field: place) }
            if let place = place(ofRowField: field, in: inner) { return place }
        }
        return nil
    }

    /// The fields that can be named in a scope.
    func names(from scope: Int) -> [String] { Set(around(scope).flatMap { all[$0].places.keys }).sorted() }

    /// The columns that can be named in a scope.
    func columns(from scope: Int) -> [String] { Set(around(scope).flatMap { columns(in: $0) }).sorted() }

    private func columns(in scope: Int) -> [String] {
        all[scope].groups.flatMap { name, inner in
            (all[inner].fields.map(\.id) + columns(in: inner)).map { "\(name).\($0)" }
        }
    }

    /// The scope of the elements to which the context gave a number when they were read.
    func scope(ofGroup number: Int?) -> Int { all.firstIndex { $0.list.number == number } ?? 0 }
}
