package import EventLoop

/// A call whose reply has known Swift types.
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
    /// What an object does for a member that is declared elsewhere, in an `InterfaceDescription`.
    ///
    /// A handler's signature is that of its Swift types. The interface compares it with the declaration when it is made.
    package struct Handler: Sendable {
        enum Kind: Sendable {
            case method(inputs: [ValueType], outputs: [ValueType], MethodHandler)
            case property(ValueType, Getter, Setter?)
        }

        let name: MemberName
        let kind: Kind

        /// A handler of a method: a method of `Target` that takes the request and the arguments. It answers the request exactly
        /// once, before it returns or later.
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

        /// A handler of a method whose types are known as values only.
        package static func method(
            _ name: MemberName,
            inputs: [ValueType],
            outputs: [ValueType],
            _ handler: @escaping MethodHandler
        ) -> Handler {
            Handler(name: name, kind: .method(inputs: inputs, outputs: outputs, handler))
        }

        /// A handler of a property.
        /// - Parameters:
        ///   - get: writes the value, which is of the property's type.
        ///   - set: for a property that can be written; replies with nothing through the call, exactly once.
        package static func property(
            _ name: MemberName,
            _ type: ValueType,
            writing get: @escaping Getter,
            set: Setter? = nil
        ) -> Handler {
            Handler(name: name, kind: .property(type, get, set))
        }

        /// A handler of a property whose value is at hand.
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

/// Reads the arguments of a call one after another. Their types have been checked, so an argument of another type is a mistake
/// in the program. The caller gets an error all the same.
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
