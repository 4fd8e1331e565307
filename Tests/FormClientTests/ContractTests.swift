import DBus
import EventLoop
import FormContract
import FormdTesting
import Testing

@testable import FormClient

/// What the client names in the contract is there.
@Suite("Names in the client", .loop)
struct ClientContractTests {
    private func check(_ keys: Any, _ interface: InterfaceDescription) {
        for child in Mirror(reflecting: keys).children {
            guard let key = child.value as? any TypedKey else { continue }
            let declared = interface.properties.first { $0.name.string == key.name }
            #expect(declared?.type == key.type, "\(key.name)")
        }
    }

    @Test("every typed property is declared with this type")
    func properties() {
        #expect(Mirror(reflecting: FieldProperties()).children.count > 40)
        check(FieldProperties(), Contract.field)
        check(SessionProperties(), Contract.session)
    }

    @Test("every option is declared with this type")
    func options() {
        let options: [SessionOption] = [
            .token("a"), .attach, .locale("de"), .width(1), .lifetime("detached"), .idleTimeout(seconds: 1),
            .idle(warn: 1),
            .audience("bus"), .values([("a", "b")]),
        ]
        for option in options {
            let declared = Contract.sessionOptions.first { $0.name == option.name }
            #expect(declared?.type == option.value.type, "\(option.name)")
        }
    }

    @Test("every operation is a method with these arguments")
    @LoopActor
    func operations() throws {
        let transaction = Transaction()
        let field = transaction.field("f")
        field.insert("a")
        field.delete(.word, by: -1)
        field.move(.line, by: 1, extending: true)
        field.compose("k", caret: 1)
        field.step(by: -2)
        field.selectOptions([1, 2])
        field.toggle()
        field.pressReturn()
        field.select(start: 1, length: 2)
        field.replace(start: 0, length: 1, with: "b")
        field.focus()
        field.blur()
        field.clear()
        field.pressActionButton()
        field.selectOption(1)
        field.selectDate("2026-02-28")
        field.setText("a", formats: true, validates: false)
        field.setError("e")
        field.resetError()
        field.reset()
        transaction.focusNext()
        transaction.focusPrevious()
        transaction.focus("f")
        transaction.blur()
        transaction.reset()
        transaction.setValues(["f": "a"])
        transaction.setErrors(["f": "e"])
        transaction.setViewport(height: 1)
        #expect(transaction.operations.count == 28)
        for operation in transaction.operations {
            let interface = operation.target == .session ? Contract.session : Contract.field
            let method = interface.methods.first { $0.name == operation.method }
            #expect(method?.inputs.map(\.type) == operation.arguments.map(\.type), "\(operation.method)")
            #expect(try operation.applied().type == "(sa{sv})")
        }
    }

    @Test("an operation on the focused field has the empty field name in a transaction")
    func focused() throws {
        let applied = try Operation(.focusedField, "InsertText", [.string("a")]).applied()
        #expect(applied.members?[1].properties == ["field": .string(""), "text": .string("a")])
    }

    @Test("a transaction refuses a method that is not an operation")
    func unknown() {
        #expect(throws: BusError.self) { try Operation(.session, "Nothing").applied() }
        #expect(throws: BusError.self) { try Operation(.field("f"), "InsertText").applied() }
    }
}

private protocol TypedKey {
    var name: String { get }
    var type: ValueType { get }
}

extension PropertyKey: TypedKey {
    fileprivate var type: ValueType { Item.busType }
}
