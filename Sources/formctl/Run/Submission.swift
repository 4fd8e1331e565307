import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel
import Glibc

/// The output format of values.
enum ResultFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    case json, shell, env
}

/// Submits a form, and separates its values from its secrets.
struct Submission: Sendable {
    let format: ResultFormat
    /// What the names of variables begin with.
    let prefix: String
    let withSecrets: Bool
    /// The descriptor for the values of secrets; `nil` if they are not wanted separately.
    let secrets: Int32?

    /// Submits the form. Returns the output.
    @LoopActor
    func submit(_ session: FormSession) async -> Result<String, BusError> {
        do throws(BusError) {
            // The values that are not secret: those that can be read before the submission.
            let open = Set(try await session.values().map(\.field))
            let (mirror, type) = (session.mirror, FieldProperties.all.type)
            let fields = mirror.fieldNames.filter { mirror[type, of: $0] != "note" }
            let secret = Set(fields).subtracting(open)
            if format == .json { return .success(try json(try await session.submitDocument(), secret, session.groups)) }
            let values = try await session.submit()
            let hidden = values.filter { secret.contains($0.field) }
            try write(JSONText.object(hidden.map { .init($0.field, .string($0.value)) }))
            let shown = withSecrets ? values : values.filter { !secret.contains($0.field) }
            return .success(
                shown.map { field, value in
                    let isArray = format == .shell && session.field(field).multiple
                    return "\(prefix)\(field)=\(isArray ? array(value) : quoted(value))"
                }.joined(separator: "\n")
            )
        } catch  where error.name == .accessDenied {
            // An editor asks the owner of the session.
            do throws(BusError) {
                try await session.requestSubmit()
                return .failure(BusError(error.name, "the session's owner was asked to submit the form"))
            } catch {
                return .failure(error)
            }
        } catch {
            return .failure(error)
        }
    }

    // MARK: JSON

    private func json(_ text: String, _ secret: Set<String>, _ groups: [FormGroup]) throws(BusError) -> String {
        if secret.isEmpty || withSecrets && secrets == nil { return text }
        let root: JSONValue
        do {
            root = try JSONDocument(text).root
        } catch {
            throw BusError(.failed, "the submitted values cannot be read: \(error)")
        }
        let rows = Dictionary(groups.map { ($0.name, $0.rows) }) { $1 }
        try write(Self.part(of: root, rows: rows, prefix: "") { secret.contains($0) })
        if withSecrets { return text }
        return Self.part(of: root, rows: rows, prefix: "") { !secret.contains($0) }.line
    }

    /// The members whose fields satisfy a condition. A group is an array with an object for each row, in order.
    private static func part(
        of value: JSONValue,
        rows: [String: [UInt32]],
        prefix: String,
        where isWanted: (String) -> Bool
    ) -> JSONText {
        let members = (value.object?.members ?? []).compactMap { member -> JSONText.Member? in
            let name = prefix + member.key
            guard let numbers = rows[name], let elements = member.value.elements else {
                return isWanted(name) ? .init(member.key, JSONText(member.value)) : nil
            }
            let parts = zip(elements, numbers).map { element, row in
                part(of: element, rows: rows, prefix: "\(name)_\(row)_", where: isWanted)
            }
            return .init(member.key, .array(parts))
        }
        return .object(members)
    }

    /// Writes the values of secrets to the descriptor.
    private func write(_ secrets: JSONText) throws(BusError) {
        guard let descriptor = self.secrets else { return }
        var bytes = Array((secrets.line + "\n").utf8)
        while !bytes.isEmpty {
            let count = Glibc.write(descriptor, bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw BusError(.failed, "--secret-fd \(descriptor): \(String(cString: strerror(errno)))")
            }
            bytes.removeFirst(count)
        }
    }

    // MARK: Shell

    /// Several options, in the field's own notation as JSON, as an array.
    private func array(_ value: String) -> String {
        let elements = (try? JSONDocument(value))?.root.elements ?? []
        return "(" + elements.map { quoted($0.string ?? "") }.joined(separator: " ") + ")"
    }

    /// A text in single quotes for `eval`; in double quotes for an environment file in systemd's format.
    private func quoted(_ text: String) -> String {
        if format == .shell { return "'" + text.replacing("'", with: "'\\''") + "'" }
        var quoted = "\""
        for character in text.unicodeScalars {
            if ["\"", "\\", "$", "`"].contains(character) { quoted += "\\" }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }
}
