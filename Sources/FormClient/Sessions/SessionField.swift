public import DBus
public import EventLoop

/// A field of a followed session. Properties are read from the mirror. Operations are sent in order without waiting;
/// calls are sent in the same order and wait for their replies.
@LoopActor
@dynamicMemberLookup
public struct SessionField: FieldOperations, FieldCalls {
    let session: FormSession
    /// The field's name.
    public let name: String

    /// A property of `FieldProperties`.
    public subscript<Item>(dynamicMember key: KeyPath<FieldProperties, PropertyKey<Item>>) -> Item {
        session.mirror[FieldProperties.all[keyPath: key], of: name]
    }

    /// A property by its name in the contract; `nil` if it does not exist, or the field was removed.
    public subscript(property: String) -> Value? { session.mirror[property, of: name] }

    /// Calls a method without waiting.
    public func perform(_ method: MemberName, _ arguments: Value...) {
        session.send(Operation(.field(name), method, arguments))
    }

    /// Calls a method of the field, and waits for the reply.
    @discardableResult
    public func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value] {
        try await session.call(Operation(.field(name), method, arguments))
    }

    /// Sets a property.
    public func set<Item: BusEncodable>(_ key: KeyPath<FieldProperties, PropertyKey<Item>>, to item: Item) {
        session.send(.set(FieldProperties.all[keyPath: key].name, of: .field(name), to: item.busValue))
    }
}

/// The keyboard of a followed session: each key goes to the field that has the focus when the daemon performs it, and is
/// refused if no field has it.
@LoopActor
public struct SessionKeyboard: FieldOperations {
    let session: FormSession

    /// Calls a method without waiting.
    public func perform(_ method: MemberName, _ arguments: Value...) {
        session.send(Operation(.focusedField, method, arguments))
    }
}
