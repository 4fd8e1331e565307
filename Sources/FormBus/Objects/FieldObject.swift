import DBus
import EventLoop
import FormContract
import FormEngine
import FormRuntime

/// A field of an open session as a D-Bus object, or the object that stands for the field that has the focus.
struct FieldObject: FormTarget {
    let runtime: FormRuntime
    let recorders: any RecordingObserver
    let session: Session
    let subject: OperationSubject

    static let interface = Interface<FieldObject>(
        Contract.field,
        [
            .method("ListOptions", FieldObject.listOptions),
            .method("Reveal", FieldObject.reveal),
        ] + handlers(of: OperationMethod.field)
            + handlers(of: PropertyTable.field, reading: { try $0.reading }, setting: { $0.subject.operation($1) })
    )
}

@LoopActor
extension FieldObject {
    var reading: FieldReading {
        get throws { session.form.field(try subject.index(in: session)) }
    }

    /// The object in the replies and signals of `ObjectManager`.
    func managed(at path: ObjectPath, readableWith access: AccessLevel) -> ManagedObject {
        ManagedObject(path: path, interfaces: [Self.interface.bound(to: self)], access: access)
    }

    /// Replies with the unmasked text for the reveal button. Only the caller receives it.
    private func reveal(_ request: Request<String>) throws {
        let reading = try reading
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
