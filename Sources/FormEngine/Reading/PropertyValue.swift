/// The value of a property of a form or a field, for whoever serves it.
package enum PropertyValue: Sendable, Hashable {
    case string(String)
    case boolean(Bool)
    case double(Double)
    /// Not negative.
    case number(Int)
    /// Which may be negative.
    case signed(Int)
    case array([PropertyValue])
    case tuple([PropertyValue])
    /// Members by name.
    case record([Member])

    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: PropertyValue
    }

    static func record(_ members: KeyValuePairs<String, PropertyValue>) -> PropertyValue {
        .record(members.map { Member(name: $0.key, value: $0.value) })
    }

    static func strings(_ strings: [String]) -> PropertyValue { .array(strings.map { .string($0) }) }

    /// Texts are compared by code points.
    package static func == (one: PropertyValue, other: PropertyValue) -> Bool {
        switch (one, other) {
        case (.string(let one), .string(let other)): one.hasSameCodePoints(as: other)
        case (.boolean(let one), .boolean(let other)): one == other
        case (.double(let one), .double(let other)): one == other
        case (.number(let one), .number(let other)), (.signed(let one), .signed(let other)): one == other
        case (.array(let one), .array(let other)), (.tuple(let one), .tuple(let other)): one == other
        case (.record(let one), .record(let other)): one == other
        default: false
        }
    }
}

/// What can be made a `PropertyValue`. It is compared as it is, which costs less.
protocol PropertyConvertible: Equatable, SendableMetatype {
    var propertyValue: PropertyValue { get }
}

extension PropertyValue: PropertyConvertible {
    var propertyValue: PropertyValue { self }
}

/// Empty for what there is not.
extension Optional: PropertyConvertible where Wrapped: PropertyConvertible {
    var propertyValue: PropertyValue { self?.propertyValue ?? .record([]) }
}

extension Array: PropertyConvertible where Element: PropertyConvertible {
    var propertyValue: PropertyValue { .array(map(\.propertyValue)) }
}

/// How a property is read from its owner. Those that change at every key are read without making a `PropertyValue`.
package enum PropertyReader<Owner>: Sendable {
    case string(@Sendable (Owner) -> String)
    case boolean(@Sendable (Owner) -> Bool)
    case double(@Sendable (Owner) -> Double)
    /// Not negative.
    case number(@Sendable (Owner) -> Int)
    /// Not negative, and larger than 32 bits.
    case counter(@Sendable (Owner) -> UInt64)
    case range(@Sendable (Owner) -> TextSelection)
    /// A value of any other type, which is written as a D-Bus signature.
    case structured(type: String, StructuredReader<Owner>)

    static func structured<Value: PropertyConvertible>(
        _ type: String,
        _ read: @escaping @Sendable (Owner) -> Value
    ) -> PropertyReader {
        .structured(type: type, StructuredReader(read))
    }

    /// The property's type, written as a D-Bus signature.
    package var type: String {
        switch self {
        case .string: "s"
        case .boolean: "b"
        case .double: "d"
        case .number: "u"
        case .counter: "t"
        case .range: "(uu)"
        case .structured(let type, _): type
        }
    }

    package func value(of owner: Owner) -> PropertyValue {
        switch self {
        case .string(let read): return .string(read(owner))
        case .boolean(let read): return .boolean(read(owner))
        case .double(let read): return .double(read(owner))
        case .number(let read): return .number(read(owner))
        case .counter(let read): return .number(Int(clamping: read(owner)))
        case .range(let read):
            let range = read(owner)
            return .tuple([.number(range.start), .number(range.length)])
        case .structured(_, let reader): return reader.read(owner)
        }
    }

    func differs(_ one: Owner, _ other: Owner) -> Bool {
        switch self {
        case .string(let read): !read(one).hasSameCodePoints(as: read(other))
        case .boolean(let read): read(one) != read(other)
        case .double(let read): read(one) != read(other)
        case .number(let read): read(one) != read(other)
        case .counter(let read): read(one) != read(other)
        case .range(let read): read(one) != read(other)
        case .structured(_, let reader): reader.differs(one, other)
        }
    }
}

/// How a property is read whose value has parts.
package struct StructuredReader<Owner>: Sendable {
    package let read: @Sendable (Owner) -> PropertyValue
    fileprivate let differs: @Sendable (Owner, Owner) -> Bool
    /// Makes what reads the property of one owner after another, and returns `nil` for a value that is the same as the last
    /// owner's: to compare one takes a sixth of the time that it takes to make a `PropertyValue` of it and to encode that.
    package let readSuccessively: @Sendable () -> (Owner) -> PropertyValue?

    fileprivate init<Value: PropertyConvertible>(_ read: @escaping @Sendable (Owner) -> Value) {
        self.read = { read($0).propertyValue }
        differs = { read($0) != read($1) }
        readSuccessively = {
            var last: Value?
            return { owner in
                let value = read(owner)
                if value == last { return nil }
                last = value
                return value.propertyValue
            }
        }
    }
}

/// What the engine knows of one property: its name on the bus, what it is derived from, how it is read and written.
package struct PropertyDeclaration<Owner, Parts: OptionSet & Sendable, Write>: Sendable {
    package let name: String
    /// The parts of the state that the property is derived from; empty for one that never changes, or whose changes are not
    /// announced.
    let parts: Parts
    package let reader: PropertyReader<Owner>
    /// The operation that a new value means; `nil`: clients cannot write the property.
    package let write: (@Sendable (PropertyValue) -> Write?)?

    init(
        _ name: String,
        _ parts: Parts,
        _ reader: PropertyReader<Owner>,
        write: (@Sendable (PropertyValue) -> Write?)? = nil
    ) {
        self.name = name
        self.parts = parts
        self.reader = reader
        self.write = write
    }

    package var changes: Bool { !parts.isEmpty }
}

/// A set of the properties of one table.
package struct PropertySet<Property: RawRepresentable<Int> & CaseIterable & Sendable>: SetAlgebra, Sendable, Hashable
where Property.AllCases: Sendable {
    private var bits: UInt64 = 0

    package init() {}

    package init(arrayLiteral properties: Property...) {
        for property in properties { insert(property) }
    }

    private static func bit(_ property: Property) -> UInt64 { 1 << UInt64(property.rawValue) }

    package var isEmpty: Bool { bits == 0 }

    package func contains(_ property: Property) -> Bool { bits & Self.bit(property) != 0 }

    @discardableResult
    package mutating func insert(_ property: Property) -> (inserted: Bool, memberAfterInsert: Property) {
        let isNew = !contains(property)
        bits |= Self.bit(property)
        return (isNew, property)
    }

    @discardableResult
    package mutating func remove(_ property: Property) -> Property? {
        guard contains(property) else { return nil }
        bits &= ~Self.bit(property)
        return property
    }

    @discardableResult
    package mutating func update(with property: Property) -> Property? {
        insert(property).inserted ? nil : property
    }

    package mutating func formUnion(_ other: Self) { bits |= other.bits }
    package mutating func formIntersection(_ other: Self) { bits &= other.bits }
    package mutating func formSymmetricDifference(_ other: Self) { bits ^= other.bits }
    package func union(_ other: Self) -> Self { with { $0.formUnion(other) } }
    package func intersection(_ other: Self) -> Self { with { $0.formIntersection(other) } }
    package func symmetricDifference(_ other: Self) -> Self { with { $0.formSymmetricDifference(other) } }

    private func with(_ change: (inout Self) -> Void) -> Self {
        var set = self
        change(&set)
        return set
    }

    /// The properties of the set whose places in the table fulfil a condition.
    @inline(__always)
    func filter(_ isIncluded: (Int) -> Bool) -> Self {
        var set = self
        forEach { if !isIncluded($0) { set.bits &= ~(1 << UInt64($0)) } }
        return set
    }

    /// Calls `body` for each property, in the table's order.
    @inline(__always)
    package func forEach(_ body: (Int) throws -> Void) rethrows {
        var rest = bits
        while rest != 0 {
            try body(rest.trailingZeroBitCount)
            rest &= rest - 1
        }
    }
}

/// For each bit of a set of parts, the properties that depend on it.
struct PropertyDependents<Property: RawRepresentable<Int> & CaseIterable & Sendable>: Sendable
where Property.AllCases: Sendable {
    private var byBit: [PropertySet<Property>]

    init<Parts: OptionSet>(_ parts: (Property) -> Parts) where Parts.RawValue: FixedWidthInteger {
        byBit = Array(repeating: [], count: Parts.RawValue.bitWidth)
        for property in Property.allCases {
            let bits = parts(property).rawValue
            for bit in byBit.indices where bits & (1 << Parts.RawValue(bit)) != 0 { byBit[bit].insert(property) }
        }
    }

    /// The properties that may have changed when these parts have.
    @inline(__always)
    func properties<Parts: OptionSet>(of parts: Parts) -> PropertySet<Property>
    where Parts.RawValue: FixedWidthInteger {
        var properties = PropertySet<Property>()
        var rest = parts.rawValue
        while rest != 0 {
            properties.formUnion(byBit[rest.trailingZeroBitCount])
            rest &= rest - 1
        }
        return properties
    }
}
