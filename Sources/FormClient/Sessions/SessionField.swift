package import DBus
package import EventLoop

/// A field of a followed session. Reading is from the mirror; operations are sent in their order and do not wait, calls take
/// their place in the same order and wait for their answers.
@LoopActor
@dynamicMemberLookup
package struct SessionField: FieldOperations, FieldCalls {
    let session: FormSession
    package let name: String

    /// A property of `FieldProperties`.
    package subscript<Item>(dynamicMember key: KeyPath<FieldProperties, PropertyKey<Item>>) -> Item {
        session.mirror[FieldProperties.all[keyPath: key], of: name]
    }

    /// A property by its name in the contract; `nil` if there is none, or the field is gone.
    package subscript(property: String) -> Value? { session.mirror[property, of: name] }

    package func perform(_ method: MemberName, _ arguments: Value...) {
        session.send(Operation(.field(name), method, arguments))
    }

    @discardableResult
    package func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value] {
        try await session.call(Operation(.field(name), method, arguments))
    }

    /// Writes a property.
    package func set<Item: BusEncodable>(_ key: KeyPath<FieldProperties, PropertyKey<Item>>, to item: Item) {
        session.send(.set(FieldProperties.all[keyPath: key].name, of: .field(name), to: item.busValue))
    }
}

/// The keys of a followed session: each goes to the field that has the focus when its turn comes.
///
/// A key that is pressed while an operation is under way that may move the focus waits for that operation's answer. One that
/// finds no field with the focus is refused.
@LoopActor
package struct SessionKeyboard: FieldOperations {
    let session: FormSession

    package func perform(_ method: MemberName, _ arguments: Value...) {
        session.send(Operation(.focusedField, method, arguments))
    }
}
