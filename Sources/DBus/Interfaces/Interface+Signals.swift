extension Interface {
    /// A signal of the interface, with the arguments that `writing` writes.
    /// - Throws: `BusError` if the interface declares no such signal, or declares other arguments for it;
    ///   `MessageError` if a value is not valid in D-Bus; any error that `writing` throws.
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
    /// The signal `PropertiesChanged` of an object, with the properties of one interface that `writing` writes.
    /// - Throws: `MessageError` if a value is not valid in D-Bus; any error that `writing` throws.
    package static func propertiesChanged(
        of interface: InterfaceName,
        at path: ObjectPath,
        writing: (inout ValueWriter) throws -> Void
    ) throws -> Message {
        try .signal(path: path, interface: .properties, member: propertiesChanged) { writer in
            try writer.append(interface.string)
            try writer.appendProperties(writing)
            // The list of invalidated properties is empty, because the signal contains every new value.
            try writer.append(.array(.string, []))
        }
    }

    private static let propertiesChanged: MemberName = "PropertiesChanged"
}
