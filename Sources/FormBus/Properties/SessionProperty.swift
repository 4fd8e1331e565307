import DBus
import EventLoop
import FormEngine
import FormModel
import FormRuntime

/// One property of the Session interface.
struct SessionProperty: Sendable {
    let name: MemberName
    /// nil: it does not change, or says nothing when it does.
    let change: SessionProperties?
    let content: PropertyContent<Session>
    /// nil: clients cannot write it. The value's type has been checked.
    var write: (@Sendable (Value) throws -> FormEngine.Operation)?
}

extension SessionProperty {
    /// In the contract's order.
    static let all: [SessionProperty] = [
        SessionProperty(name: "Form", change: nil, content: .string { $0.definition.name }),
        SessionProperty(name: "Title", change: .title, content: .string { $0.form.title }),
        SessionProperty(name: "State", change: .state, content: .string { $0.form.state.rawValue }),
        SessionProperty(name: "Valid", change: .valid, content: .boolean { $0.form.isValid }),
        SessionProperty(name: "Complete", change: .complete, content: .boolean { $0.form.isComplete }),
        SessionProperty(name: "Revision", change: nil, content: .uint64 { $0.form.revision }),
        SessionProperty(name: "FocusedField", change: .focusedField, content: .string { $0.form.focusedFieldName }),
        SessionProperty(name: "HasNext", change: .hasNext, content: .boolean { $0.form.hasNext }),
        SessionProperty(name: "HasPrevious", change: .hasPrevious, content: .boolean { $0.form.hasPrevious }),
        SessionProperty(name: "Fields", change: .fields, content: .value("ao") { .objectPaths($0.fieldPaths) }),
        SessionProperty(name: "Groups", change: .groups, content: .value("a(ssauuu)") { .groups($0.form.groups) }),
        SessionProperty(name: "Page", change: .page, content: .uint32 { UInt32(clamping: $0.form.page) }),
        SessionProperty(name: "Pages", change: .pages, content: .value("a(sas)") { .pages($0.form.pages) }),
        SessionProperty(name: "Locale", change: .locale, content: .string { $0.form.locale }) {
            .setLocale(try written($0))
        },
        SessionProperty(name: "Width", change: .width, content: .double { $0.form.width }) {
            .setWidth(try written($0))
        },
        SessionProperty(name: "ContentHeight", change: .contentHeight, content: .double { $0.form.contentHeight }),
        SessionProperty(name: "ScrollOffset", change: .scrollOffset, content: .double { $0.form.scrollOffset }),
        SessionProperty(name: "CanUndo", change: .canUndo, content: .boolean { $0.form.canUndo }),
        SessionProperty(name: "CanRedo", change: .canRedo, content: .boolean { $0.form.canRedo }),
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
        definition.fields.indices.map(path(ofField:))
    }
}
