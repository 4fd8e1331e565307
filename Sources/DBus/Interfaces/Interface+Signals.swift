extension Interface {
    /// One of the interface's signals, with the arguments that `writing` puts in.
    /// - Throws: `BusError` when the interface declares no such signal or other arguments for it, `MessageError` when
    ///   D-Bus cannot carry a value, and what `writing` throws.
    package func signal(_ name: MemberName, at path: ObjectPath, writing: Message.Writing) throws -> Message {
        let message = try Message.signal(path: path, interface: description.name, member: name, writing: writing)
        guard let declared = signals[name], message.hasSignature(declared.signature) else {
            let types = message.signatureString
            throw BusError(.failed, "\(description.name).\(name) is not declared as a signal with “\(types)”")
        }
        return message
    }

    package func signal(_ name: MemberName, at path: ObjectPath, _ arguments: [Value]) throws -> Message {
        try signal(name, at: path) { writer in
            for argument in arguments { try writer.append(argument) }
        }
    }
}

extension Message {
    /// `PropertiesChanged` of an object: the new values of an interface's properties, which `writing` puts in.
    /// - Throws: `MessageError` when D-Bus cannot carry a value, and what `writing` throws.
    package static func propertiesChanged(
        of interface: InterfaceName,
        at path: ObjectPath,
        writing: (inout PropertyWriter) throws -> Void
    ) throws -> Message {
        try .signal(path: path, interface: .properties, member: propertiesChanged) { writer in
            try writer.append(interface.string)
            try writer.appendProperties(writing)
            // Nothing is invalidated without its new value.
            try writer.append(.array(.string, []))
        }
    }

    private static let propertiesChanged: MemberName = "PropertiesChanged"
}
