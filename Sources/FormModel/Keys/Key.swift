/// The declaration of one key of an object in a definition, in one place.
///
/// The decoder, the JSON Schema and the reference tables all use it.
package struct Key<Root>: Sendable {
    package let name: String
    /// A sentence, or a part of one, for the reference; empty if the name is sufficient.
    package private(set) var about: String
    package let isRequired: Bool
    /// The description of the values in the reference.
    package let words: String
    package let schema: @Sendable () -> ValueSchema
    /// Whether a field's own value is merged with that of its preset instead of replacing it.
    let goesOverPreset: Bool
    /// The default value in Markdown; `nil` if there is none.
    package private(set) var defaultValue: @Sendable (Root) -> String?
    /// The value as `Explain` shows it; `nil` if it omits the key.
    private(set) var explanation: @Sendable (_ root: Root, _ fallback: Root) -> String? = { _, _ in nil }
    /// Reads a member into the object; leaves the object unchanged if the value is invalid.
    let read: @Sendable (JSONValue, inout Root, DecodingContext) -> Void

    /// When `Explain` shows a key.
    package enum Explained: Sendable {
        case always, unlessDefault, never
    }

    /// Declares a key whose value is stored in a property.
    package init<Value: Equatable & Sendable>(
        _ name: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ reader: ValueReader<Value>,
        isRequired: Bool = false,
        default fallback: String? = nil,
        explained: Explained = .unlessDefault,
        _ about: String = ""
    ) {
        self.init(name, reader, isRequired: isRequired, default: fallback, about) { $1[keyPath: path] = $0 }
        if fallback == nil { defaultValue = { reader.show?($0[keyPath: path]).asCode } }
        explanation = { root, usual in
            let isNamed =
                explained == .always || explained == .unlessDefault && root[keyPath: path] != usual[keyPath: path]
            return isNamed ? reader.show?(root[keyPath: path]) : nil
        }
    }

    /// Declares a key whose value is stored in an optional property.
    package init<Value: Equatable & Sendable>(
        _ name: String,
        _ path: any WritableKeyPath<Root, Value?> & Sendable,
        _ reader: ValueReader<Value>,
        isRequired: Bool = false,
        default fallback: String? = nil,
        explained: Explained = .unlessDefault,
        _ about: String = ""
    ) {
        self.init(name, reader, isRequired: isRequired, default: fallback, about) { $1[keyPath: path] = $0 }
        if fallback == nil { defaultValue = { $0[keyPath: path].flatMap { reader.show?($0).asCode } } }
        explanation = { root, _ in explained == .never ? nil : root[keyPath: path].flatMap { reader.show?($0) } }
    }

    /// Declares a key whose value is an object that is merged with the property's value.
    package init<Value>(
        _ name: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ table: KeyTable<Value>,
        _ about: String = ""
    ) {
        self.init(name, table.words, schema: { table.schema() }, about) { value, root, context in
            _ = table.read(value, into: &root[keyPath: path], context)
        }
    }

    /// Declares a key whose value does more than set a property.
    package init<Value>(
        _ name: String,
        _ reader: ValueReader<Value>,
        isRequired: Bool = false,
        default fallback: String? = nil,
        _ about: String = "",
        write: @escaping @Sendable (Value, inout Root) -> Void
    ) {
        self.init(name, reader.words, schema: reader.schema, isRequired: isRequired, default: fallback, about) {
            if let value = reader.read($0, $2) { write(value, &$1) }
        }
    }

    /// Declares a key with its own reading function; without `read`, the code that reads the object reads the key.
    package init(
        _ name: String,
        _ words: String,
        schema: @escaping @Sendable () -> ValueSchema,
        isRequired: Bool = false,
        default fallback: String? = nil,
        goesOverPreset: Bool = false,
        _ about: String = "",
        read: @escaping @Sendable (JSONValue, inout Root, DecodingContext) -> Void = { _, _, _ in }
    ) {
        self.name = name
        self.about = about
        self.isRequired = isRequired
        self.words = words
        self.schema = schema
        self.goesOverPreset = goesOverPreset
        defaultValue = { _ in fallback }
        self.read = read
    }

    /// The same key with words about it for the reference.
    package func described(as about: String) -> Key {
        var key = self
        key.about = about
        return key
    }
}

/// The keys of one kind of object, in the order in which they are read.
package final class KeyTable<Root>: Sendable {
    /// The description of such an object in the reference.
    package let words: String
    package let keys: [Key<Root>]
    /// The names of the keys, for finding the members of an object.
    package let shape: ObjectShape
    /// The name of the shared JSON Schema of such objects; `nil` if their schema is written where they are used.
    private let schemaName: String?

    package init(
        _ noun: String,
        words: String = "",
        schemaName: String? = nil,
        needsOneOf alternatives: [String] = [],
        isOpen: Bool = false,
        @KeyBuilder<Root> _ keys: () -> [Key<Root>]
    ) {
        self.schemaName = schemaName
        let keys = keys()
        self.keys = keys
        let names = keys.map(\.name)
        self.words = words.isEmpty ? "`{" + names.joined(separator: ", ") + "}`" : words
        let required = keys.indices.filter { keys[$0].isRequired }
        shape = ObjectShape(names, noun: noun, required: required, needsOneOf: alternatives, isOpen: isOpen)
    }

    package var names: [String] { shape.names }

    /// Reads an object into `root`, and reports members that are unknown, missing or invalid.
    ///
    /// - Parameter common: keys of the object that another table reads; `nil` if the other table reports unknown keys.
    /// - Returns: the object, or `nil` if the value is not an object.
    @discardableResult
    package func read(
        _ value: JSONValue,
        into root: inout Root,
        _ context: DecodingContext,
        besides common: ObjectShape? = .empty
    ) -> JSONObject? {
        guard let members = shape.members(of: value, context, besides: common) else { return nil }
        for index in names.indices {
            if let value = members[index] { keys[index].read(value, &root, context) }
        }
        return members.object
    }

    /// A reader of objects as values of their own.
    ///
    /// - Parameter usual: an object with the default of every key.
    package func reader(_ usual: Root) -> ValueReader<Root> where Root: Sendable {
        ValueReader(words, schema: self.schema()) { value, context in
            var root = usual
            return self.read(value, into: &root, context).map { _ in root }
        }
    }

    /// - Parameter common: keys of the object that belong to another table.
    package func schema(besides common: [(name: String, schema: ValueSchema)] = []) -> ValueSchema {
        let own = keys.map { (name: $0.name, schema: $0.schema().described(as: $0.about)) }
        let required = keys.filter(\.isRequired).map { JSONText.string($0.name) }
        let choices = shape.alternatives.map { ["required": [.string($0)]] as JSONText }
        let schema = ValueSchema.object(common + own)
            .with(required.isEmpty ? [:] : ["required": .array(required)])
            .with(choices.isEmpty ? [:] : ["anyOf": .array(choices)])
            .with(shape.isOpen ? [:] : ["additionalProperties": false])
        return schemaName.map(schema.named) ?? schema
    }
}

/// Builds a table, so that the compiler type-checks each key separately.
@resultBuilder
package enum KeyBuilder<Root> {
    package static func buildExpression(_ key: Key<Root>) -> [Key<Root>] { [key] }
    package static func buildExpression(_ keys: [Key<Root>]) -> [Key<Root>] { keys }
    package static func buildBlock(_ keys: [Key<Root>]...) -> [Key<Root>] { keys.flatMap(\.self) }
}

/// The description of a key in the reference.
package struct KeyDescription: Sendable {
    package let name: String
    package let words: String
    package let about: String
    package let isRequired: Bool
    /// `nil` if there is no default.
    package let defaultValue: String?
}

extension KeyTable {
    /// - Parameter root: an object with the default of every key.
    package func descriptions(of root: Root) -> [KeyDescription] {
        keys.map { key in
            KeyDescription(
                name: key.name,
                words: key.words,
                about: key.about,
                isRequired: key.isRequired,
                defaultValue: key.isRequired ? nil : key.defaultValue(root)
            )
        }
    }
}

extension String {
    /// The text as code in Markdown; `nil` if it is empty or an empty list.
    fileprivate var asCode: String? { self == "[]" || isEmpty ? nil : "`\(self)`" }
}
