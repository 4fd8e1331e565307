/// The fields of a message's header, by the codes of the specification.
enum HeaderField: UInt8 {
    case path = 1
    case interface = 2
    case member = 3
    case errorName = 4
    case replySerial = 5
    case destination = 6
    case sender = 7
    case signature = 8
    case descriptors = 9

    var type: ValueType {
        switch self {
        case .path: .objectPath
        case .interface, .member, .errorName, .destination, .sender: .string
        case .replySerial, .descriptors: .uint32
        case .signature: .signature
        }
    }
}
