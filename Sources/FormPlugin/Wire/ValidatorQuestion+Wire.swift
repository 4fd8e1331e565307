package import PluginWire

extension ValidatorQuestion: WireValue {
    package static let maximumFields = 64

    package init(from reader: inout PayloadReader) throws(WireError) {
        self.init(text: try reader.string(), value: try reader.string(), locale: try reader.string())
        let count = Int(try reader.uint16())
        guard count <= Self.maximumFields else { throw .tooLong(count, limit: Self.maximumFields) }
        for _ in 0..<count {
            let id = try reader.string()
            fields[id] = try reader.string()
        }
    }

    /// Encodes the question. The fields are written in the order of their ids, so that equal questions have equal
    /// bytes.
    package func write(to writer: inout PayloadWriter) throws(WireError) {
        try writer.string(text)
        try writer.string(value)
        try writer.string(locale)
        guard fields.count <= Self.maximumFields else { throw .tooLong(fields.count, limit: Self.maximumFields) }
        writer.uint16(UInt16(fields.count))
        for (id, text) in fields.sorted(by: { $0.key < $1.key }) {
            try writer.string(id)
            try writer.string(text)
        }
    }
}

extension ValidatorVerdict: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        let verdict = try reader.uint8()
        let message = try reader.string()
        switch verdict {
        case 1: self = .valid
        case 2: self = .warning(message)
        case 3: self = .invalid(message)
        case 4: self = .unavailable(message)
        default: throw .unknownValue(verdict, of: "verdict")
        }
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        switch self {
        case .valid: writer.uint8(1)
        case .warning: writer.uint8(2)
        case .invalid: writer.uint8(3)
        case .unavailable: writer.uint8(4)
        }
        try writer.string(message)
    }
}
