import EventLoop

extension Interface {
    /// One `PropertiesChanged` for all the named properties, each as its declaration says: with its value, as
    /// invalidated, or not at all.
    /// - Parameters:
    ///   - access: what everybody may do who will receive it. Properties above that are left out.
    /// - Returns: nil when there is nothing to say.
    /// - Throws: `MessageError` when D-Bus cannot carry a value.
    @LoopActor
    package func propertiesChanged(
        _ names: some Sequence<MemberName>,
        of target: Target,
        at path: ObjectPath,
        readableWith access: AccessLevel
    ) throws -> Message? {
        var changed: [(String, Value)] = []
        var invalidated: [String] = []
        for name in names {
            guard let property = properties[name], property.description.access <= access else { continue }
            switch property.description.emission {
            case .value: changed.append((name.string, property.get(target)))
            case .invalidates: invalidated.append(name.string)
            case .constant, .never: break
            }
        }
        if changed.isEmpty && invalidated.isEmpty { return nil }
        return try .signal(
            path: path,
            interface: .properties,
            member: "PropertiesChanged",
            arguments: [.string(description.name.string), .properties(changed), .strings(invalidated)]
        )
    }

    /// One of the interface's signals.
    /// - Throws: `BusError` when the interface declares no such signal or other arguments for it, `MessageError` when
    ///   D-Bus cannot carry a value.
    package func signal(_ name: MemberName, at path: ObjectPath, _ arguments: [Value]) throws -> Message {
        guard let expected = signals[name]?.arguments, expected.count == arguments.count,
            zip(expected, arguments).allSatisfy({ $1.isOf($0.type) })
        else {
            let types = arguments.map(\.type.string).joined()
            throw BusError(.failed, "\(description.name).\(name) is not declared as a signal with “\(types)”")
        }
        return try .signal(path: path, interface: description.name, member: name, arguments: arguments)
    }
}
