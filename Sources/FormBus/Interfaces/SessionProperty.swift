import DBus
import EventLoop
import FormEngine
import FormModel
import FormRuntime

/// One property of the Session interface.
struct SessionProperty: Sendable {
    let name: MemberName
    let type: ValueType
    /// nil: it does not change, or says nothing when it does.
    let change: SessionProperties?
    /// Whether it grows with every transaction, so that telling of it would be noise.
    var isCounter = false
    let value: @LoopActor @Sendable (Session) -> Value
    /// nil: clients cannot write it. The value's type has been checked.
    var write: (@Sendable (Value) throws -> FormEngine.Operation)?
}

extension SessionProperty {
    /// In the contract's order.
    static let all: [SessionProperty] = [
        SessionProperty(name: "Form", type: "s", change: nil) { .string($0.form.definition.name) },
        SessionProperty(name: "Title", type: "s", change: .title) { .string($0.form.title) },
        SessionProperty(name: "State", type: "s", change: .state) { .string($0.form.state.rawValue) },
        SessionProperty(name: "Valid", type: "b", change: .valid) { .boolean($0.form.isValid) },
        SessionProperty(name: "Complete", type: "b", change: .complete) { .boolean($0.form.isComplete) },
        SessionProperty(name: "Revision", type: "t", change: nil, isCounter: true) { .uint64($0.form.revision) },
        SessionProperty(name: "FocusedField", type: "s", change: .focusedField) { .string($0.form.focusedFieldName) },
        SessionProperty(name: "HasNext", type: "b", change: .hasNext) { .boolean($0.form.hasNext) },
        SessionProperty(name: "HasPrevious", type: "b", change: .hasPrevious) { .boolean($0.form.hasPrevious) },
        SessionProperty(name: "Fields", type: "ao", change: .fields) { .objectPaths($0.fieldPaths) },
        SessionProperty(name: "Groups", type: "a(ssauuu)", change: .groups) { .groups($0.form.groups) },
        SessionProperty(name: "Page", type: "u", change: .page) { .uint32(UInt32(clamping: $0.form.page)) },
        SessionProperty(name: "Pages", type: "a(sas)", change: .pages) { .pages($0.form.pages) },
        SessionProperty(name: "Locale", type: "s", change: .locale) {
            .string($0.form.locale)
        } write: {
            .setLocale(try [$0].string(0))
        },
        SessionProperty(name: "Width", type: "d", change: .width) {
            .double($0.form.width)
        } write: {
            .setWidth(try [$0].double(0))
        },
        SessionProperty(name: "ContentHeight", type: "d", change: .contentHeight) { .double($0.form.contentHeight) },
        SessionProperty(name: "ScrollOffset", type: "d", change: .scrollOffset) { .double($0.form.scrollOffset) },
        SessionProperty(name: "CanUndo", type: "b", change: .canUndo) { .boolean($0.form.canUndo) },
        SessionProperty(name: "CanRedo", type: "b", change: .canRedo) { .boolean($0.form.canRedo) },
    ]
}

extension Form {
    var focusedFieldName: String { name(ofField: focusedField) }

    /// "" stands for no field.
    func name(ofField index: Int?) -> String {
        index.map { definition.fields[$0].id } ?? ""
    }
}

@LoopActor
extension Session {
    fileprivate var fieldPaths: [ObjectPath] {
        form.definition.fields.map { FormPaths.path(ofField: $0.id, in: identifier) }
    }
}
