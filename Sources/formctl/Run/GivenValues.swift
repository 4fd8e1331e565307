import DBus
import EventLoop
import FormClient
import FormContract
import FormModel

/// The initial values of a form: a JSON object in the output format of `formctl run`, so that the output of one run can
/// be the input of another.
struct GivenValues {
    private var texts: [(field: String, text: String)] = []

    init() {}

    /// Throws a `CommandFailure` unless the text is a JSON object with texts, numbers, booleans, arrays of them, and rows.
    init(json: String) throws {
        let document: JSONDocument
        do {
            document = try JSONDocument(json)
        } catch {
            throw CommandFailure(.usage, "--values: \(error)")
        }
        guard let object = document.root.object else { throw CommandFailure(.usage, "--values: not a JSON object") }
        try add(object, prefix: "")
    }

    private mutating func add(_ object: JSONObject, prefix: String) throws {
        for member in object.members {
            let name = prefix + member.key
            if let text = member.value.string ?? member.value.numberText {
                texts.append((name, text))
            } else if let bool = member.value.bool {
                texts.append((name, String(bool)))
            } else if let elements = member.value.elements {
                let rows = elements.compactMap(\.object)
                if !rows.isEmpty, rows.count == elements.count {
                    for (index, row) in rows.enumerated() { try add(row, prefix: "\(name)_\(index + 1)_") }
                } else {
                    // Several options are in the field's own notation.
                    texts.append((name, JSONWriter.text(of: member.value)))
                }
            } else if member.value.object != nil {
                throw CommandFailure(.usage, "--values: \(member.value.pointer): an object is no field's value")
            }
        }
    }

    /// Opens the form with the values. Values that the form refuses are left out; they are returned with the reasons.
    @LoopActor
    func open(_ opening: Opening, on forms: Forms) async throws -> (FormSession, refused: [FieldError]) {
        if texts.isEmpty { return (try await forms.open(opening), []) }
        do throws(BusError) {
            return (try await forms.open(opening.adding(.values(texts))), [])
        } catch {
            guard [.invalidText, .unknownField, .outOfRange, .textTooLong, .limitExceeded].contains(error.failure)
            else {
                throw error
            }
        }
        let session = try await forms.open(opening)
        var refused: [FieldError] = []
        for (field, text) in texts {
            do throws(BusError) {
                try await addRow(for: field, to: session)
                _ = try await session.field(field).call("SetText", .string(text), .properties([]))
            } catch {
                refused.append(FieldError(field: field, message: error.message))
            }
        }
        return (session, refused)
    }

    /// Adds the rows that contain the field, if each is the next row of its group.
    @LoopActor
    private func addRow(for field: String, to session: FormSession) async throws(BusError) {
        while !session.mirror.contains(field: field),
            let group = session.groups.first(where: { field.hasPrefix("\($0.name)_\($0.rows.count + 1)_") })
        {
            let count = group.rows.count
            _ = try await session.addRow(to: group.name)
            guard session.groups.first(where: { $0.name == group.name })?.rows.count ?? 0 > count else { return }
        }
    }
}
