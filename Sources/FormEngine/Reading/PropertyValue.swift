package import TextEditing

/// The value of a property, which the bus adapter converts to a D-Bus value.
package enum PropertyValue: Sendable, Hashable {
    case string(String)
    case boolean(Bool)
    case double(Double)
    /// A number that is not negative.
    case number(Int)
    /// A number that may be negative.
    case signed(Int)
    case array([PropertyValue])
    case tuple([PropertyValue])
    /// Named values.
    case record([Member])

    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: PropertyValue
    }

    /// Named values, without those that are `nil`.
    static func record(_ members: KeyValuePairs<String, PropertyValue?>) -> PropertyValue {
        .record(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
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

/// A type that can be converted to a `PropertyValue`. Values are compared before the conversion, which is faster.
protocol PropertyConvertible: Equatable, SendableMetatype {
    var propertyValue: PropertyValue { get }
}

extension PropertyValue: PropertyConvertible {
    var propertyValue: PropertyValue { self }
}

/// A missing value is an empty record.
extension Optional: PropertyConvertible where Wrapped: PropertyConvertible {
    var propertyValue: PropertyValue { self?.propertyValue ?? .record([]) }
}

extension Array: PropertyConvertible where Element: PropertyConvertible {
    var propertyValue: PropertyValue { .array(map(\.propertyValue)) }
}

/// How a property is read from its owner. The kinds for properties that change with every key do not create a
/// `PropertyValue`.
package enum PropertyReader<Owner>: Sendable {
    case string(@Sendable (Owner) -> String)
    case boolean(@Sendable (Owner) -> Bool)
    case double(@Sendable (Owner) -> Double)
    /// A number that is not negative.
    case number(@Sendable (Owner) -> Int)
    /// A number that is not negative and may exceed 32 bits.
    case counter(@Sendable (Owner) -> UInt64)
    case range(@Sendable (Owner) -> TextSelection)
    /// A value of another type, which is given as a D-Bus signature.
    case structured(type: String, StructuredReader<Owner>)

    /// - Parameter differs: compares the property of two owners, if that is possible without reading both values.
    static func structured<Value: PropertyConvertible>(
        _ type: String,
        _ read: @escaping @Sendable (Owner) -> Value,
        differs: (@Sendable (Owner, Owner) -> Bool)? = nil
    ) -> PropertyReader {
        .structured(type: type, StructuredReader(read, differs: differs))
    }

    static func strings(_ read: @escaping @Sendable (Owner) -> [String]) -> PropertyReader {
        .structured("as") { PropertyValue.strings(read($0)) }
    }

    /// The property's type as a D-Bus signature.
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

    /// Compares the property of two owners.
    var differs: @Sendable (Owner, Owner) -> Bool {
        switch self {
        case .string(let read): { !read($0).hasSameCodePoints(as: read($1)) }
        case .boolean(let read): { read($0) != read($1) }
        case .double(let read): { read($0) != read($1) }
        case .number(let read): { read($0) != read($1) }
        case .counter(let read): { read($0) != read($1) }
        case .range(let read): { read($0) != read($1) }
        case .structured(_, let reader): reader.differs
        }
    }
}

/// How a structured property is read.
package struct StructuredReader<Owner>: Sendable {
    package let read: @Sendable (Owner) -> PropertyValue
    fileprivate let differs: @Sendable (Owner, Owner) -> Bool
    /// Makes a reader for a sequence of owners. It returns `nil` for a value that is equal to that of the last owner.
    /// Comparing takes a sixth of the time of creating and encoding a `PropertyValue`.
    package let readSuccessively: @Sendable () -> (Owner) -> PropertyValue?

    fileprivate init<Value: PropertyConvertible>(
        _ read: @escaping @Sendable (Owner) -> Value,
        differs: (@Sendable (Owner, Owner) -> Bool)?
    ) {
        self.read = { read($0).propertyValue }
        self.differs = differs ?? { read($0) != read($1) }
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

/// The declaration of a property: its name on the bus, the aspects that it depends on, and how it is read and written.
package struct PropertyDeclaration<Owner, Aspects: OptionSet & Sendable, Write>: Sendable {
    package let name: String
    /// The aspects of the state that the property depends on; empty if it never changes or its changes are not
    /// announced.
    let aspects: Aspects
    package let reader: PropertyReader<Owner>
    /// The reader's comparison, stored because every key uses it.
    let differs: @Sendable (Owner, Owner) -> Bool
    /// Makes the operation that sets a value; `nil` if clients cannot write the property.
    package let write: (@Sendable (PropertyValue) -> Write?)?

    init(
        _ name: String,
        _ aspects: Aspects,
        _ reader: PropertyReader<Owner>,
        write: (@Sendable (PropertyValue) -> Write?)? = nil
    ) {
        self.name = name
        self.aspects = aspects
        self.reader = reader
        differs = reader.differs
        self.write = write
    }

    package var changes: Bool { !aspects.isEmpty }
}

/// A set of properties of one table.
package struct PropertySet<Property: RawRepresentable<Int> & CaseIterable & Sendable>: Sendable, Hashable,
    ExpressibleByArrayLiteral
where Property.AllCases: Sendable {
    private var bits: UInt64 = 0

    package init(_ properties: some Sequence<Property>) {
        for property in properties { insert(property) }
    }

    package init(arrayLiteral properties: Property...) { self.init(properties) }

    package static var all: Self { Self(Property.allCases) }

    private static func bit(_ property: Property) -> UInt64 { 1 << UInt64(property.rawValue) }

    package var isEmpty: Bool { bits == 0 }

    package func contains(_ property: Property) -> Bool { bits & Self.bit(property) != 0 }

    package func isSuperset(of other: Self) -> Bool { bits & other.bits == other.bits }

    package mutating func insert(_ property: Property) { bits |= Self.bit(property) }

    package mutating func formUnion(_ other: Self) { bits |= other.bits }

    package func intersection(_ other: Self) -> Self {
        var set = self
        set.bits &= other.bits
        return set
    }

    /// The properties whose indices in the table satisfy a condition.
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

/// For each bit of a set of aspects, the properties that depend on it.
struct PropertyDependents<Property: RawRepresentable<Int> & CaseIterable & Sendable>: Sendable
where Property.AllCases: Sendable {
    private var byBit: [PropertySet<Property>]

    init<Aspects: OptionSet>(_ aspects: (Property) -> Aspects) where Aspects.RawValue: FixedWidthInteger {
        byBit = Array(repeating: [], count: Aspects.RawValue.bitWidth)
        for property in Property.allCases {
            let bits = aspects(property).rawValue
            for bit in byBit.indices where bits & (1 << Aspects.RawValue(bit)) != 0 { byBit[bit].insert(property) }
        }
    }

    /// The properties that may differ if these aspects do.
    @inline(__always)
    func properties<Aspects: OptionSet>(of aspects: Aspects) -> PropertySet<Property>
    where Aspects.RawValue: FixedWidthInteger {
        var properties: PropertySet<Property> = []
        var rest = aspects.rawValue
        while rest != 0 {
            properties.formUnion(byBit[rest.trailingZeroBitCount])
            rest &= rest - 1
        }
        return properties
    }
}
