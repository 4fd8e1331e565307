package import EventLoop

/// A received call of a method whose outputs have Swift types.
@LoopActor
package struct Request<each Output: BusEncodable> {
    package let call: Call

    package var caller: Caller { call.caller }

    package func reply(_ outputs: repeat each Output) {
        call.reply(Signature.values(repeat each outputs))
    }

    package func fail(_ error: any Error) {
        call.fail(error)
    }
}

extension Interface {
    /// The implementation of a member that an `InterfaceDescription` declares.
    ///
    /// The signature of a handler is derived from its Swift types. The initialiser of the interface compares it with
    /// the declaration.
    package struct Handler: Sendable {
        enum Kind: Sendable {
            case method(inputs: [ValueType], outputs: [ValueType], MethodHandler)
            case property(ValueType, Getter, Setter?)
        }

        let name: MemberName
        let kind: Kind

        /// The handler of a method: a method of `Target` that takes the request and the arguments. It replies to the
        /// request exactly once, before it returns or later.
        package static func method<each Input: BusDecodable, each Output: BusEncodable>(
            _ name: MemberName,
            _ body:
                @escaping @LoopActor @Sendable (Target) ->
                @LoopActor (Request<repeat each Output>, repeat each Input)
                throws -> Void
        ) -> Handler {
            let inputs = Signature.types(repeat (each Input).self)
            let outputs = Signature.types(repeat (each Output).self)
            return .method(name, inputs: inputs, outputs: outputs) { target, call in
                var arguments = ArgumentReader(call.arguments)
                let request = Request<repeat each Output>(call: call)
                try body(target)(request, repeat try arguments.next((each Input).self))
            }
        }

        /// The handler of a method whose types are not known to the compiler.
        package static func method(
            _ name: MemberName,
            inputs: [ValueType],
            outputs: [ValueType],
            _ handler: @escaping MethodHandler
        ) -> Handler {
            Handler(name: name, kind: .method(inputs: inputs, outputs: outputs, handler))
        }

        /// The handler of a property.
        /// - Parameters:
        ///   - get: writes a value of the property's type to a message.
        ///   - set: sets the property, then sends an empty reply to the call, exactly once; `nil` if the property is
        ///     read-only.
        package static func property(
            _ name: MemberName,
            _ type: ValueType,
            writing get: @escaping Getter,
            set: Setter? = nil
        ) -> Handler {
            Handler(name: name, kind: .property(type, get, set))
        }

        /// The handler of a property whose value is returned rather than written part by part.
        package static func property(
            _ name: MemberName,
            _ type: ValueType,
            get: @escaping @LoopActor @Sendable (Target) -> Value,
            set: Setter? = nil
        ) -> Handler {
            let write: Getter = { target, writer in try writer.write(get(target), as: type) }
            return .property(name, type, writing: write, set: set)
        }
    }
}

/// Reads the arguments of a call one after another. Their types have already been checked against the declaration, so
/// an argument of another type is a mistake in the program. The caller gets an error even then.
package struct ArgumentReader {
    private let values: [Value]
    private var position = 0

    package init(_ values: [Value]) {
        self.values = values
    }

    package mutating func next<Argument: BusDecodable>(_ type: Argument.Type) throws(BusError) -> Argument {
        guard position < values.count, let argument = Argument(busValue: values[position]) else {
            throw BusError(.invalidArgs, "argument \(position + 1) is not of type \(Argument.busType)")
        }
        position += 1
        return argument
    }
}

extension Signature {
    /// The D-Bus types of Swift types.
    package static func types<each Item: BusRepresentable>(_ types: repeat (each Item).Type) -> [ValueType] {
        var result: [ValueType] = []
        for type in repeat each types { result.append(type.busType) }
        return result
    }

    package static func values<each Item: BusEncodable>(_ items: repeat each Item) -> [Value] {
        var result: [Value] = []
        for item in repeat each items { result.append(item.busValue) }
        return result
    }
}
