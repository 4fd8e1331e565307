extension JSONValue {
    /// What a message calls the value.
    var name: String {
        switch kind {
        case .object: "an object"
        case .array: "an array"
        case .key, .string: "a string"
        case .number: "a number"
        case .true, .false: "a boolean"
        case .null: "null"
        }
    }
}

extension DecodingContext {
    /// Reads a member into a place that keeps what it holds if there is no such member, or if it is wrong.
    func read<Value>(_ value: JSONValue?, into place: inout Value, _ reader: (JSONValue) -> Value?) {
        if let value, let read = reader(value) { place = read }
    }

    /// The same for a place that may be empty.
    func read<Value>(_ value: JSONValue?, into place: inout Value?, _ reader: (JSONValue) -> Value?) {
        if let value, let read = reader(value) { place = read }
    }

    func mismatch(_ expected: @autoclosure () -> String, at value: JSONValue) {
        error("expected \(expected()), found \(value.name)", at: value)
    }

    func bool(_ value: JSONValue) -> Bool? {
        guard let bool = value.bool else {
            mismatch("true or false", at: value)
            return nil
        }
        return bool
    }

    /// A string of at most `limit` code points.
    func string(_ value: JSONValue, limit: Int = DefinitionLimits.text) -> String? {
        guard let string = value.string else {
            mismatch("a string", at: value)
            return nil
        }
        guard string.utf8.count <= limit || string.unicodeScalars.count <= limit else {
            error("the text has \(string.unicodeScalars.count) code points; the limit is \(limit)", at: value)
            return nil
        }
        return string
    }

    /// A string of at least one code point.
    func name(_ value: JSONValue, limit: Int = DefinitionLimits.resourceName) -> String? {
        guard let string = string(value, limit: limit) else { return nil }
        guard !string.isEmpty else {
            error("the text is empty", at: value)
            return nil
        }
        return string
    }

    func integer(_ value: JSONValue, in range: ClosedRange<Int>, unit: String) -> Int? {
        guard value.kind == .number else {
            mismatch("a whole number", at: value)
            return nil
        }
        guard let number = number(value, in: Double(range.lowerBound)...Double(range.upperBound), unit: unit) else {
            return nil
        }
        guard let integer = Int(exactly: number) else {
            error("\(shown(value)) is not a whole number", at: value)
            return nil
        }
        return integer
    }

    func number(_ value: JSONValue, in range: ClosedRange<Double>, unit: String) -> Double? {
        guard value.kind == .number else {
            mismatch("a number", at: value)
            return nil
        }
        guard let number = value.double, range ~= number else {
            let bounds = "\(short(range.lowerBound)) to \(short(range.upperBound))"
            error("\(shown(value)) is out of range: \(bounds) \(unit)", at: value)
            return nil
        }
        return number
    }

    /// A length on the screen.
    func length(_ value: JSONValue) -> Double? {
        number(value, in: 0...DefinitionLimits.length, unit: "logical pixels")
    }

    /// A number of characters.
    func characters(_ value: JSONValue, from minimum: Int = 0) -> Int? {
        integer(value, in: minimum...DefinitionLimits.text, unit: "characters")
    }

    private func shown(_ value: JSONValue) -> String {
        let text = value.numberText ?? ""
        return text.utf8.count <= 24 ? text : "\(text.prefix(20))…"
    }

    private func short(_ bound: Double) -> String {
        Int(exactly: bound).map(String.init) ?? "\(bound)"
    }

    /// One of the names of an enumeration.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ value: JSONValue, of: Choice.Type) -> Choice? {
        guard let string = value.string else {
            mismatch("one of \(list(Choice.allCases.map(\.rawValue)))", at: value)
            return nil
        }
        guard let choice = Choice(rawValue: string) else {
            unknown("value", string, at: value, allowed: Choice.allCases.map(\.rawValue))
            return nil
        }
        return choice
    }

    /// A list of names, each at most once, as the union of what they stand for.
    func options<Options: OptionSet>(_ value: JSONValue, named names: [(name: String, option: Options)]) -> Options? {
        guard let elements = array(value) else { return nil }
        var options: Options = []
        for element in elements {
            guard let string = element.string else {
                mismatch("one of \(list(names.map(\.name)))", at: element)
                continue
            }
            guard let option = names.first(where: { $0.name == string })?.option else {
                unknown("value", string, at: element, allowed: names.map(\.name))
                continue
            }
            if !options.isDisjoint(with: option) { error("\(quoted(string)) is listed twice", at: element) }
            options.formUnion(option)
        }
        return options
    }

    func array(_ value: JSONValue) -> [JSONValue]? {
        guard let elements = value.elements else {
            mismatch("an array", at: value)
            return nil
        }
        return elements
    }

    /// An array that an error names the limit of; what is beyond it is not read.
    func array(_ value: JSONValue, limit: Int, of things: String) -> [JSONValue]? {
        guard let elements = array(value) else { return nil }
        if elements.count > limit {
            error("there are \(elements.count) \(things); the limit is \(limit)", at: value)
        }
        return elements.count > limit ? Array(elements.prefix(limit)) : elements
    }

    /// An object; every member that is not one of `keys` is reported.
    func object(_ value: JSONValue, keys: [String]) -> JSONObject? {
        guard let object = value.object else {
            mismatch("an object", at: value)
            return nil
        }
        let document = value.document
        for key in object.keys where !document.isKey(at: key, oneOf: keys) {
            unknown(
                "key",
                document.string(at: key),
                at: JSONValue(document: document, index: key),
                allowed: keys.sorted()
            )
        }
        return object
    }

    /// Reports a name that means nothing here.
    func unknown(_ kind: String, _ name: String, at value: JSONValue, allowed: @autoclosure () -> [String]) {
        error("unknown \(kind) \(quoted(name))\(suggestion(for: name, among: allowed()))", at: value)
    }

    /// Reports the name of a type that neither formd nor a plug-in has.
    func missing(_ kind: String, _ name: String, at value: JSONValue, known: @autoclosure () -> [String]) {
        error(
            "no plug-in provides the \(kind) \(quoted(name))\(suggestion(for: name, among: known().sorted()))",
            at: value
        )
    }

    private func suggestion(for name: String, among known: [String]) -> String {
        if guesses > 0 {
            guesses -= 1
            if let near = nearest(to: name, among: known) { return "; did you mean \(quoted(near))?" }
        }
        return known.count <= 16 ? "; known are \(list(known))" : ""
    }

    func list(_ names: [String]) -> String {
        names.map(quoted).joined(separator: ", ")
    }
}

extension JSONObject.Member {
    /// The key itself, for a finding about the member.
    var site: JSONValue { JSONValue(document: value.document, index: value.index - 1) }
}
