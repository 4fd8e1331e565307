/// Keeps a large value on the heap, once for all that were given it: a copy costs a pointer.
@propertyWrapper
package struct Shared<Value: Sendable & Hashable>: Sendable, Hashable {
    private var box: Box

    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    package init(wrappedValue: Value) {
        box = Box(wrappedValue)
    }

    package var wrappedValue: Value {
        get { box.value }
        set { box = Box(newValue) }
    }

    /// For handing the value on without a copy of it.
    package var projectedValue: Shared {
        get { self }
        set { self = newValue }
    }

    package static func == (one: Shared, other: Shared) -> Bool {
        one.box === other.box || one.box.value == other.box.value
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(box.value)
    }
}
