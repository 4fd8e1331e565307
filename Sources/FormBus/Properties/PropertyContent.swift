import DBus
import EventLoop

/// How a property is read of an object: as a value, for whoever asks for it, or straight into the message that announces
/// it, which is what happens with every key.
enum PropertyContent<Object>: Sendable {
    case string(@LoopActor @Sendable (Object) -> String)
    case boolean(@LoopActor @Sendable (Object) -> Bool)
    case double(@LoopActor @Sendable (Object) -> Double)
    case uint32(@LoopActor @Sendable (Object) -> UInt32)
    case uint64(@LoopActor @Sendable (Object) -> UInt64)
    /// `(uu)`
    case range(@LoopActor @Sendable (Object) -> (start: UInt32, length: UInt32))
    /// Any other type.
    case value(ValueType, @LoopActor @Sendable (Object) -> Value)

    var type: ValueType {
        switch self {
        case .string: .string
        case .boolean: .boolean
        case .double: .double
        case .uint32: .uint32
        case .uint64: .uint64
        case .range: .structure([.uint32, .uint32])
        case .value(let type, _): type
        }
    }

    @LoopActor
    func value(of object: Object) -> Value {
        switch self {
        case .string(let read): return .string(read(object))
        case .boolean(let read): return .boolean(read(object))
        case .double(let read): return .double(read(object))
        case .uint32(let read): return .uint32(read(object))
        case .uint64(let read): return .uint64(read(object))
        case .range(let read):
            let range = read(object)
            return .structure([.uint32(range.start), .uint32(range.length)])
        case .value(_, let read): return read(object)
        }
    }

    @LoopActor
    func write(as name: MemberName, of object: Object, to writer: inout PropertyWriter) throws(MessageError) {
        switch self {
        case .string(let read): try writer.append(name, read(object))
        case .boolean(let read): writer.append(name, read(object))
        case .double(let read): writer.append(name, read(object))
        case .uint32(let read): writer.append(name, read(object))
        case .uint64(let read): writer.append(name, read(object))
        case .range(let read):
            let range = read(object)
            writer.append(name, range.start, range.length)
        case .value(_, let read): try writer.append(name, read(object))
        }
    }
}

/// The value that a client writes to a property. Its type has been checked.
func written<Item: BusDecodable>(_ value: Value) throws(BusError) -> Item {
    guard let item = Item(busValue: value) else { throw BusError(.invalidArgs, "this is not a \(Item.busType)") }
    return item
}
