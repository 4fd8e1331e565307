/// The fields of a form and of its groups, and the meaning of names among them.
///
/// Names mean what they mean in the open form, here with one row of each group. The row's number is one that no name
/// can contain.
struct FieldScopes {
    /// The form, or the rows of one group.
    struct Scope {
        let list: ElementList
        /// The group's only row; `nil` for the form.
        let row: RowName?
        /// The number of the scope that contains the group, and the group's index among the elements there.
        let outer: (scope: Int, element: Int)?
        /// The indices of the scope's fields.
        let fields: Range<Int>
        /// The scopes of the groups that this scope contains.
        fileprivate(set) var groups: [String: Int] = [:]
    }

    /// The form first, and every scope before those that it contains.
    private(set) var all: [Scope] = []
    /// The fields of all scopes.
    var fields: [FieldDefinition] = []
    private var names = FieldNames([:], rows: [:])

    init(_ form: ElementList) {
        var (indices, rows): ([String: Int], [String: [Int]]) = ([:], [:])
        add(form, nil, in: nil, &indices, &rows)
        names = FieldNames(indices, rows: rows)
    }

    private mutating func add(
        _ list: ElementList,
        _ row: RowName?,
        in outer: (scope: Int, element: Int)?,
        _ indices: inout [String: Int],
        _ rows: inout [String: [Int]]
    ) {
        let (number, start) = (all.count, fields.count)
        fields += list.fields
        all.append(Scope(list: list, row: row, outer: outer, fields: start..<fields.count))
        for (index, field) in fields.enumerated().dropFirst(start).reversed() {
            indices[row?.id(of: field.id) ?? field.id] = index
        }
        var inner = list.rows[...]
        for (element, group) in list.elements.enumerated() {
            guard case .group(let group) = group, let elements = inner.popFirst() else { continue }
            let name = row?.id(of: group.id) ?? group.id
            if all[number].groups[group.id] == nil { all[number].groups[group.id] = all.count }
            rows[name] = [-1]
            add(elements, RowName(-1, of: name, in: row), in: (number, element), &indices, &rows)
        }
    }

    /// The form's elements, with the fields of this value.
    var elements: [FormStructure.Element] { elements(of: 0) }

    private func elements(of scope: Int) -> [FormStructure.Element] {
        var own = fields[all[scope].fields]
        return all[scope].list.elements.map { element in
            switch element {
            case .field(let field): return .field(own.popFirst() ?? field)
            case .group(var group):
                if let inner = all[scope].groups[group.id] { group.elements = elements(of: inner) }
                return .group(group)
            }
        }
    }

    /// A scope and its enclosing scopes, from the inside out.
    func around(_ scope: Int) -> some Sequence<Int> {
        sequence(first: scope) { all[$0].outer?.scope }
    }

    func scope(of field: Int) -> Int { all.firstIndex { $0.fields.contains(field) } ?? 0 }

    /// The JSON value that a field was read from.
    func site(of field: Int) -> JSONValue {
        let scope = all[scope(of: field)]
        return scope.list.sites[field - scope.fields.lowerBound]
    }

    /// The index of the field that a reference means in a scope.
    func index(of reference: FieldReference, from scope: Int) -> Int? {
        names.fields(reference, in: all[scope].row).first
    }

    func index(of name: String, from scope: Int) -> Int? { index(of: .field(name), from: scope) }

    /// The field whose answer a text shows: one that can be named in a scope, or one of a certain row, `guests_1_name`.
    func index(inserted name: String, from scope: Int) -> Int? {
        if let index = index(of: name, from: scope) { return index }
        return around(scope).lazy.compactMap { scope in
            RowField(name, in: all[scope].list.elements).flatMap { index(of: $0.column, from: scope) }
        }.first
    }

    /// The fields that can be named in a scope.
    func names(from scope: Int) -> [String] { Set(around(scope).flatMap { fields[all[$0].fields].map(\.id) }).sorted() }

    /// The groups that can be named in a scope.
    func groups(from scope: Int) -> Set<String> { Set(around(scope).flatMap { all[$0].groups.keys }) }

    /// The groups with the rows that contain a scope.
    func groupsAround(_ scope: Int) -> Set<String> {
        Set(
            around(scope).compactMap { scope in
                all[scope].outer.map { outer in all[outer.scope].list.elements[outer.element].id }
            }
        )
    }

    /// The columns that can be named in a scope.
    func columns(from scope: Int) -> [String] { Set(around(scope).flatMap { columns(in: $0) }).sorted() }

    private func columns(in scope: Int) -> [String] {
        all[scope].groups.flatMap { name, inner in
            (fields[all[inner].fields].map(\.id) + columns(in: inner)).map { "\(name).\($0)" }
        }
    }

    /// The scope of the elements to which the context gave a number when they were read.
    func scope(ofGroup number: Int?) -> Int { all.firstIndex { $0.list.number == number } ?? 0 }
}
