import DBus
import EventLoop
import FormContract
import FormEngine
import FormRuntime

/// A field of an open session as a D-Bus object.
struct FieldObject: FormTarget {
    let runtime: FormRuntime
    let recorders: any RecordingObserver
    let session: Session
    let index: Int
    var field: Int? { index }

    static let interface = Interface<FieldObject>(
        Contract.field,
        [
            .method("ListOptions", FieldObject.listOptions),
            .method("Reveal", FieldObject.reveal),
        ] + handlers(of: OperationMethod.field)
            + handlers(of: PropertyTable.field, reading: { $0.reading }, setting: { .field($0.index, $1) })
    )
}

@LoopActor
extension FieldObject {
    var reading: FieldReading { session.form.field(index) }

    /// The object in the replies and signals of `ObjectManager`.
    func managed(readableWith access: AccessLevel) -> ManagedObject {
        ManagedObject(path: session.path(ofField: index), interfaces: [Self.interface.bound(to: self)], access: access)
    }

    /// Replies with the unmasked text for the reveal button. Only the caller receives it.
    private func reveal(_ request: Request<String>) throws {
        guard !reading.isSecureEntry else {
            throw RuntimeError(.accessDenied, "the text of \(reading.id) is hidden while SecureEntry is true")
        }
        request.reply(reading.revealedText)
    }

    private func listOptions(
        _ request: Request<UInt32, [ListedOption]>,
        filter: String,
        offset: UInt32,
        limit: UInt32
    ) throws {
        let page = try reading.listOptions(filter: filter, offset: Int(offset), limit: Int(limit))
        request.reply(UInt32(clamping: page.total), page.options)
    }
}
