import FormImport
import FormModel
import Foundation
import RandomTesting
import SchemaImport
import Testing

/// Each seed has 60 schemas.
private let seeds = 0..<RandomCases.count(8)

/// Random schemas and instances, judged by the forms that are made of the schemas and by the package
/// `python3-jsonschema`.
@Suite("A form made of a random schema")
struct DifferentialTests {
    private static let program = """
        import json, sys
        from jsonschema import Draft202012Validator as Validator
        cases = json.load(sys.stdin)
        print(json.dumps([[Validator(schema).is_valid(i) for i in instances] for schema, instances in cases]))
        """

    /// Whether each instance is valid, by schema.
    fileprivate static func judge(_ cases: [(schema: String, instances: [[String: JSON]])]) throws -> [[Bool]] {
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = ["-c", program]
        let (input, output) = (Pipe(), Pipe())
        python.standardInput = input
        python.standardOutput = output
        try python.run()
        let lines = cases.map {
            "[\($0.schema), [\($0.instances.map { JSON.object($0).written }.joined(separator: ", "))]]"
        }
        input.fileHandleForWriting.write(Data(("[" + lines.joined(separator: ",\n") + "]").utf8))
        try input.fileHandleForWriting.close()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        python.waitUntilExit()
        return try JSONDecoder().decode([[Bool]].self, from: answer)
    }

    @Test("accepts exactly what the schema accepts", arguments: seeds)
    func random(seed: Int) throws {
        var source = SchemaSource(seed: UInt64(seed))
        let cases = (0..<60).map { _ in source.schema() }.map { schema in
            (schema: schema.written, instances: (0..<40).map { _ in source.instance(of: schema) })
        }
        var counts = (taken: 0, refused: 0)
        for ((schema, instances), verdicts) in zip(cases, try Self.judge(cases)) {
            let form = try ImportedForm(schema)
            let others = form.form.omissions.filter { !$0.reason.contains("sent without values") }
            #expect(others.allSatisfy { $0.reason.contains("of several types") }, "\(schema)")
            for (instance, isValid) in zip(instances, verdicts) {
                switch try form.answer(to: instance) {
                case .inexpressible: continue
                // The texts of values do not tell the types, which is listed.
                case .otherDocument where !others.isEmpty: continue
                case let answer:
                    // A text that is the title of another value becomes that one.
                    let isRight = isValid ? answer == .accepted : answer != .accepted
                    #expect(isRight, "\(answer): \(JSON.object(instance).written) of \(schema)")
                    if isValid { counts.taken += 1 } else { counts.refused += 1 }
                }
            }
        }
        // Other seeds than the eight of each run may have fewer cases.
        let least = seed < 8 ? 40 : 20
        #expect(counts.taken > least && counts.refused > least, "\(counts)")
    }
}

/// Random schemas with parts that a form leaves out, and with objects and lists that need not be there.
@Suite("A form made of a part of a random schema")
struct WideningTests {
    @Test("accepts every instance that the schema accepts", arguments: seeds)
    func random(seed: Int) throws {
        var source = SchemaSource(seed: UInt64(seed + 100))
        let cases = (0..<60).map { _ in
            let schema = source.wideObject(depth: 0)
            return (schema: schema.written, instances: (0..<60).map { _ in source.wideInstance(of: schema) })
        }
        var counts = (accepted: 0, withOmissions: 0)
        for ((schema, instances), verdicts) in zip(cases, try DifferentialTests.judge(cases)) {
            guard let form = try? ImportedForm(schema) else { continue }
            for (instance, isValid) in zip(instances, verdicts) where isValid {
                let answer = try form.answer(to: instance)
                if case .otherDocument = answer, !form.form.omissions.isEmpty { continue }
                #expect(
                    answer.isFaithful,
                    "\(answer): \(JSON.object(instance).written) of \(schema); left out: \(form.form.omissions)"
                )
                guard answer == .accepted else { continue }
                counts.accepted += 1
                if !form.form.omissions.isEmpty { counts.withOmissions += 1 }
            }
        }
        #expect(counts.accepted > (seed < 8 ? 100 : 50), "\(counts)")
        #expect(counts.withOmissions > (seed < 8 ? 50 : 20), "\(counts)")
    }
}

/// Makes schemas of objects, and instances that are nearly right.
private struct SchemaSource {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    /// A number below `limit`, by the linear congruential generator of Knuth's MMIX.
    private mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

    private mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

    // MARK: Schemas

    mutating func schema() -> JSON {
        var address = object(["d": value(), "e": value()])
        if chance(30), case .object(let members) = address {
            address = .object(["allOf": .array([.object(members), .object(["required": names(["d"])])])])
        }
        var properties = ["a": value(), "b": value(), "c": address]
        guard chance(50) else { return object(properties) }
        if chance(50) { properties["f"] = choice() }
        guard case .object(var schema) = object(properties) else { return .bool(true) }
        if chance(30) { schema["dependentRequired"] = .object([pick(["a", "c"]): .array([.string("b")])]) }
        if chance(30) { schema["dependentSchemas"] = .object(["b": consequence("g")]) }
        if chance(60) {
            schema["if"] = condition(choice: properties["f"])
            schema["then"] = consequence("h")
            if chance(50) { schema["else"] = consequence("i") }
        }
        return .object(schema)
    }

    /// Some of a few texts, or true and false.
    private mutating func choice() -> JSON {
        chance(70)
            ? .object(["enum": .array(["S", "M", "ä"].map(JSON.string))]) : .object(["type": .string("boolean")])
    }

    /// A schema that holds for some objects.
    private mutating func condition(choice: JSON?) -> JSON {
        var test: [String: JSON] = [:]
        if let choice {
            let isToggle = choice.member("type") != nil
            let value: JSON = isToggle ? .bool(chance(50)) : .string(pick(["S", "M"]))
            test["f"] = chance(50) ? .object(["const": value]) : .object(["not": .object(["enum": .array([value])])])
        } else {
            test["c"] = .object(["required": .array([.string("d")])])
        }
        var schema: [String: JSON] = ["properties": .object(test)]
        if chance(50) { schema["required"] = .array(test.keys.map(JSON.string)) }
        return chance(20) ? .object(["not": .object(schema)]) : .object(schema)
    }

    /// What is said besides while a condition holds: a property of its own, and what is required.
    private mutating func consequence(_ name: String) -> JSON {
        .object([
            "properties": .object([name: value()]), "required": names([name, "a", "b"]),
        ])
    }

    private mutating func object(_ properties: [String: JSON]) -> JSON {
        .object([
            "type": .string("object"), "properties": .object(properties), "required": names(properties.keys.sorted()),
        ])
    }

    private mutating func names(_ names: [String]) -> JSON {
        .array(names.filter { _ in chance(40) }.map(JSON.string))
    }

    private mutating func value() -> JSON {
        switch number(below: 12) {
        case 8: return list()
        case 9:
            let some = (0...number(below: 3)).map { _ in text() }
            let type: [String: JSON] = ["type": .string("string")]
            if chance(50) { return .object(type.merging(["anyOf": .array(some.map(JSON.object))]) { $1 }) }
            let null: [JSON] = chance(30) ? [.object(["type": .string("null")])] : []
            return .object(["anyOf": .array(some.map { .object($0.merging(type) { $1 }) } + null)])
        case 10:
            let some = (0...number(below: 3)).map { _ in JSON.object(bounds()) }
            return .object(["type": .string(pick(["number", "integer"])), "anyOf": .array(some)])
        case 11:
            let schema: JSON = .object(text().merging(["type": .string("string")]) { first, _ in first })
            let null: JSON = .object(["type": .string("null")])
            return .object([pick(["oneOf", "anyOf"]): .array(chance(50) ? [schema, null] : [null, schema])])
        case 0, 1: return .object(text().merging(["type": .string("string")]) { first, _ in first })
        case 2: return .object(["type": .string("string"), "allOf": .array([.object(text()), .object(text())])])
        case 3: return .object(bounds().merging(["type": .string("integer")]) { first, _ in first })
        case 4:
            let type: JSON = chance(30) ? .array([.string("number"), .string("null")]) : .string("number")
            return .object(bounds().merging(["type": type]) { first, _ in first })
        case 5: return .object(["type": .string("boolean")])
        case 6: return .object(["enum": .array(Self.listed.filter { _ in chance(40) } + [.string("M")])])
        default:
            let constants = (0..<3).map { _ in
                JSON.object(["const": pick(Self.listed), "title": .string(pick(["One", "Two", "S"]))])
            }
            return .object([pick(["oneOf", "anyOf"]): .array(constants + [.object(["const": .string("other")])])])
        }
    }

    /// Some of a few texts, each once.
    private mutating func list() -> JSON {
        var keywords: [String: JSON] = [
            "type": .string("array"), "uniqueItems": .bool(true),
            "items": .object(["enum": .array(["S", "M", "x \"y\"", "ä"].map(JSON.string))]),
        ]
        if chance(40) { keywords["minItems"] = .number(pick(["1", "2"])) }
        if chance(40) { keywords["maxItems"] = .number(pick(["2", "3"])) }
        return .object(keywords)
    }

    private static let listed: [JSON] = [
        .string("S"), .string("M"), .string("x y"), .string("ä"), .number("1"), .number("2.0"), .number("3.5"),
        .bool(true), .null,
    ]

    private mutating func text() -> [String: JSON] {
        var keywords: [String: JSON] = [:]
        if chance(30) { keywords["minLength"] = .number("\(number(below: 4))") }
        if chance(30) { keywords["maxLength"] = .number("\(number(below: 5) + 1)") }
        if chance(30) { keywords["pattern"] = .string(pick(Self.patterns)) }
        return keywords
    }

    /// Patterns that Python reads as ECMAScript does in the texts below.
    private static let patterns = [
        "^[a-c]*$", "[0-9]", "a|bc", "^x", "y$", "^(ab)+$", "\\d", "^[^a]{2,}", "b?\\-", "^.{2}$", "[\\d_]", "^\\S+$",
        "^a|b$",
    ]

    private mutating func bounds() -> [String: JSON] {
        var keywords: [String: JSON] = [:]
        for keyword in ["minimum", "exclusiveMinimum"] where chance(20) {
            keywords[keyword] = .number(pick(["-2", "0", "1.5"]))
        }
        for keyword in ["maximum", "exclusiveMaximum"] where chance(20) {
            keywords[keyword] = .number(pick(["3", "8.0", "1e1"]))
        }
        if chance(20) { keywords["multipleOf"] = .number(pick(["1", "0.5", "2", "3"])) }
        return keywords
    }

    // MARK: Wide schemas

    /// An object with properties of all kinds, some with keywords that a form leaves out.
    mutating func wideObject(depth: Int) -> JSON {
        let names = Array(["a", "b", "c", "d", "e"].prefix(2 + number(below: 4)))
        var properties: [String: JSON] = [:]
        for name in names { properties[name] = wideValue(depth: depth) }
        var schema: [String: JSON] = [
            "type": .string("object"), "properties": .object(properties), "required": self.names(names),
        ]
        let plain = names.filter { properties[$0]?.member("items") == nil }
        if let name = plain.first, chance(30) {
            schema["dependentRequired"] = .object([name: .array([.string(pick(names))])])
        }
        if chance(40) {
            let name = pick(names)
            schema["if"] = .object(["properties": .object([name: .object(["const": pick(Self.wideValues)])])])
            let constant = JSON.object([pick(names): .object(["const": pick(Self.wideValues)])])
            schema[chance(70) ? "then" : "else"] =
                chance(50)
                ? .object(["required": self.names(names)])
                : .object(["properties": constant, "required": self.names(names)])
        }
        if chance(20) { schema[pick(["minProperties", "maxProperties"])] = .number(pick(["1", "2", "3"])) }
        if chance(10) { schema["not"] = .object(["required": .array([.string(pick(names))])]) }
        if chance(10) { schema["propertyNames"] = .object(["maxLength": .number("1")]) }
        return .object(schema)
    }

    private mutating func wideValue(depth: Int) -> JSON {
        let null: JSON = .object(["type": .string("null")])
        let some = Self.wideValues.filter { _ in chance(40) } + [.string("S")]
        switch number(below: depth < 2 ? 14 : 11) {
        case 0: return .object([pick(["oneOf", "anyOf"]): .array([.object(["const": pick(some)]), null])])
        case 1: return .object([pick(["oneOf", "anyOf"]): .array([null, .object(["enum": .array(some)])])])
        case 2:
            let types = [JSON.object(["type": .string("string")]), .object(["type": .string("integer")]), null]
            return .object([pick(["oneOf", "anyOf"]): .array(types.filter { _ in chance(70) } + [types[0]])])
        case 3: return .object(["enum": .array(some)])
        case 4: return .object(["type": .string("boolean")])
        case 5:
            let not: JSON = .object(["const": pick(Self.wideValues)])
            return .object(text().merging(["type": .string("string"), "not": not]) { first, _ in first })
        case 6, 7:
            var list: [String: JSON] = [
                "type": .string("array"), "uniqueItems": .bool(true),
                "items": .object([
                    "enum": .array(["S", "M", "ä", "a\u{308}"].filter { _ in chance(60) }.map(JSON.string))
                ]),
            ]
            if chance(60) { list["minItems"] = .number(pick(["1", "2"])) }
            if chance(20) { list["contains"] = .object(["const": .string("S")]) }
            return .object(list)
        case 8: return .object(bounds().merging(["type": .string("integer")]) { first, _ in first })
        case 9, 10: return .object(text().merging(["type": .string("string")]) { first, _ in first })
        case 11:
            let row =
                chance(40)
                ? JSON.object(["type": .string("string")])
                : .object([
                    "type": .string("object"), "required": names(["x", "y"]),
                    "properties": .object([
                        "x": .object(["type": .string("string")]), "y": .object(["type": .string("string")]),
                    ]),
                ])
            var list: [String: JSON] = ["type": .string("array"), "items": row, "maxItems": .number("3")]
            if chance(60) { list["minItems"] = .number(pick(["1", "2"])) }
            return .object(list)
        default: return wideObject(depth: depth + 1)
        }
    }

    private static let wideValues: [JSON] = [
        .string("S"), .string("ä"), .string("a\u{308}"), .string("ab"), .number("1"), .number("2"), .bool(true), .null,
    ]

    mutating func wideInstance(of schema: JSON) -> [String: JSON] {
        var instance: [String: JSON] = [:]
        for (name, schema) in (schema.members("properties") ?? [:]).sorted(by: { $0.key < $1.key }) where chance(70) {
            instance[name] = wideInstance(of: schema, among: Self.wideValues)
        }
        return instance
    }

    private mutating func wideInstance(of schema: JSON, among values: [JSON]) -> JSON {
        switch schema.member("type") {
        case .string("object"): return .object(wideInstance(of: schema))
        case .string("boolean"): return .bool(chance(50))
        case .string("integer"): return .number(pick(["-2", "0", "1", "2", "3", "6", "8"]))
        case .string("string"): return .string(pick(["S", "ä", "ab", "abab", "a\u{308}", "7", "xy"]))
        case .string("array"):
            let row = schema.member("items")
            return .array(
                (0..<number(below: 4)).map { _ in
                    guard row?.member("type") == .string("object") else {
                        return .string(pick(["S", "M", "ä", "a\u{308}"]))
                    }
                    return .object(["x": .string("ab"), "y": .string("S")].filter { _ in chance(80) })
                }
            )
        default: return pick(values + [.string("S"), .null])
        }
    }

    // MARK: Instances

    mutating func instance(of schema: JSON) -> [String: JSON] {
        guard var properties = schema.members("properties") else { return [:] }
        for part in ["then", "else"] { properties.merge(schema.first(part, "properties")) { own, _ in own } }
        properties.merge(schema.first("dependentSchemas", "b", "properties")) { own, _ in own }
        var instance: [String: JSON] = [:]
        for (name, schema) in properties.sorted(by: { $0.key < $1.key }) {
            if name == "c" {
                let whole = schema.members("allOf").map { _ in schema } ?? schema
                let address = self.instance(of: whole.first("allOf") ?? whole)
                if !address.isEmpty { instance[name] = .object(address) }
            } else if chance("ghi".contains(name) ? 30 : 75) {
                instance[name] = scalar(for: schema)
            }
        }
        // A required object without members is one that nobody filled in.
        if case .array(let required)? = schema.member("required"), required.contains(.string("c")), instance["c"] == nil
        {
            instance["c"] = .object([:])
        }
        return instance
    }

    private mutating func scalar(for schema: JSON) -> JSON {
        if schema.member("type") == nil { return pick(Self.listed + [.string("L"), .number("4"), .string("other")]) }
        if chance(10) { return .null }
        switch schema.member("type") {
        case .string("boolean"): return .bool(chance(50))
        case .string("array"):
            return .array((0...number(below: 4)).map { _ in .string(pick(["S", "M", "x \"y\"", "ä", "L"])) })
        case .string("string"):
            let count = number(below: 6)
            return .string(String((0..<count).map { _ in pick(Array("aabbcxy01_- ä😀")) }))
        default:
            return .number(
                pick(["-3", "-2", "-1", "0", "0.5", "1", "1.5", "2", "2.5", "3", "4.0", "6", "8", "9", "10", "11"])
            )
        }
    }
}

extension JSON {
    fileprivate func member(_ key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    fileprivate func members(_ key: String) -> [String: JSON]? {
        if case .object(let members)? = member(key) { members } else { nil }
    }

    /// The members of what several keys lead to; none where they lead nowhere.
    fileprivate func first(_ path: String...) -> [String: JSON] {
        let value = path.reduce(JSON?.some(self)) { $0?.member($1) }
        if case .object(let members)? = value { return members }
        return [:]
    }

    fileprivate func first(_ key: String) -> JSON? {
        if case .array(let elements)? = member(key) { elements.first } else { nil }
    }
}
