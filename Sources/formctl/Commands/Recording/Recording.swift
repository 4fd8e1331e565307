import DBus
import EventLoop
import FormClient
import FormContract
import FormModel
import FormPresentation

/// The operations in a session, as a file with one JSON object per line:
///
/// - first `{"recording": 1, "form", "session", "definition", "options"}`, for opening the session again;
/// - then `{"object", "properties"}` for the session (`""`) and each field, with their state at the beginning;
/// - then `{"time", "operations", "failure", "changed"}` for each transaction: the seconds since the beginning, the
///   operations, the error that refused them, and the changed properties by object. A line without operations contains
///   changes without an operation.
struct Recording {
    static let version = 1
    /// The times that a transaction can have, in seconds. The longest is more than 30 years.
    private static let times = 0...1e9

    let session: String
    let form: String
    let opening: Opening
    /// The properties of each object at the beginning.
    let objects: [(name: String, properties: [String: JSONText])]
    let steps: [RecordedStep]

    typealias Properties = [String: [String: JSONText]]

    // MARK: Writing

    /// The first lines, with the state of the session.
    @LoopActor
    static func beginning(of session: FormSession, _ definition: String) -> [JSONText] {
        let fields = session.fields
        let values = fields.map { ($0.name, Value.string($0.value)) }.filter { $0.1 != .string("") }
        let options: JSONText = [
            "locale": .string(session.locale), "width": .number(session.width),
            "textScale": .number(session.textScale), "colorScheme": .string(session.colorScheme),
            // Without a layout the content has no height.
            "layout": .string(session.contentHeight > 0 ? "full" : "none"), "values": JSONText(values),
        ]
        let head: JSONText = [
            "recording": .number(version), "form": .string(session.form),
            "session": .string(session.path.string), "definition": .string(definition), "options": options,
        ]
        let objects = [nil] + fields.map(\.name)
        return [head]
            + objects.map { name in
                let properties = session.mirror.properties(of: name)
                return ["object": .string(name ?? ""), "properties": JSONText(properties.map { ($0.key, $0.value) })]
            }
    }

    /// A transaction that is being recorded.
    struct Step {
        /// The seconds since the beginning.
        var time = 0.0
        private(set) var changed: Properties = [:]
        private var operations: [JSONText] = []
        private var failure = ""

        init() {}

        /// Applies a change. Returns whether the transaction is complete.
        mutating func take(_ change: SessionChange) -> Bool {
            switch change {
            case .changed(let update):
                for (field, properties) in update.changes {
                    for (name, value) in properties { changed[field ?? "", default: [:]][name] = JSONText(value) }
                }
            case .signal(let event) where event.name == "Performed":
                operations = (event["operations"]?.elements ?? []).map(Self.operation)
                failure = event["failure"]?.string ?? ""
                return true
            case .signal, .refused, .lost, .failed, .resumed, .reopened, .closed: break
            }
            return false
        }

        /// An operation in the format of `formctl apply`.
        private static func operation(_ recorded: Value) -> JSONText {
            guard let members = recorded.members, members.count == 2 else { return .null }
            return JSONText((members[1].propertyChanges ?? []) + [("method", members[0])])
        }

        var json: JSONText {
            [
                "time": .number(time), "operations": .array(operations), "failure": .string(failure),
                "changed": .object(changed.map { .init($0, .object($1.map { .init($0, $1) })) }),
            ]
        }
    }
}

/// A transaction of a recording, for replaying.
struct RecordedStep {
    let time: Double
    let operations: [Operation]
    /// The name of the error that refused it; empty if it succeeded.
    let failure: String
    let changed: Recording.Properties
    /// The fields whose texts the recording does not contain.
    let maskedFields: Set<String>
}

// MARK: - Reading

extension Recording {
    /// Parses a recording. Throws an error with the line number.
    init(_ text: String, name: String) throws(CommandFailure) {
        var reader = Lines(text, name: name.escapingControls)
        guard let head = try reader.next(), head["recording"]?.integer == Self.version,
            let definition = head["definition"]?.string
        else { throw reader.failure("it is no recording of version \(Self.version)") }
        form = head["form"]?.string ?? ""
        session = head["session"]?.string ?? ""
        let given = head["options"]?.object
        var options: [SessionOption] = [.lifetime("connection")]
        for option in Contract.sessionOptions {
            guard let json = given?[option.name] else { continue }
            guard let value = Value(json, as: option.type) else {
                throw reader.failure("the option \(option.name.quoted) is not of type \(option.type)")
            }
            options.append(SessionOption(option.name, value))
        }
        opening = .definition(definition, options)
        var objects: [(name: String, properties: [String: JSONText])] = []
        var steps: [RecordedStep] = []
        while let line = try reader.next() {
            if let object = line["object"]?.string {
                objects.append((object, Self.properties(line["properties"])))
            } else {
                steps.append(try Self.step(line, reader))
            }
        }
        self.objects = objects
        self.steps = steps
    }

    private static func properties(_ json: JSONValue?) -> [String: JSONText] {
        Dictionary(json?.object?.members.map { ($0.key, JSONText($0.value)) } ?? []) { first, _ in first }
    }

    private static func step(_ line: JSONObject, _ reader: Lines) throws(CommandFailure) -> RecordedStep {
        var operations: [Operation] = []
        var masked: Set<String> = []
        for json in line["operations"]?.elements ?? [] {
            do throws(OperationsFile.Mistake) {
                operations.append(try operation(json))
            } catch {
                throw reader.failure(error.message)
            }
            if json.object?["masked"]?.bool == true {
                masked.formUnion(json.object?["field"]?.string.map { [$0] } ?? maskedFields(json.object))
            }
        }
        let changed = line["changed"]?.object?.members.map { ($0.key, properties($0.value)) } ?? []
        let time = line["time"]?.double ?? 0
        guard times.contains(time) else {
            throw reader.failure("the time \(time) is not from \(times.lowerBound) to \(times.upperBound) seconds")
        }
        return RecordedStep(
            time: time,
            operations: operations,
            failure: line["failure"]?.string ?? "",
            changed: Dictionary(changed) { first, _ in first },
            maskedFields: masked
        )
    }

    /// The fields of `SetValues` whose texts consist of bullets.
    private static func maskedFields(_ operation: JSONObject?) -> [String] {
        let texts = operation?["values"]?.object?.members ?? []
        return texts.filter { $0.value.string?.allSatisfy { $0 == "•" } == true }.map(\.key)
    }

    /// An operation, or a property that is set.
    private static func operation(_ json: JSONValue) throws(OperationsFile.Mistake) -> Operation {
        guard let object = json.object, object["method"]?.string == "Set" else {
            return try OperationsFile.operation(json, besides: ["masked"])
        }
        let field = object["field"]?.string
        let property = object["property"]?.string ?? ""
        let interface = field == nil ? Contract.session : Contract.field
        guard let declared = interface.properties.first(where: { $0.name.string == property }),
            let value = object["value"].flatMap({ Value($0, as: declared.type) })
        else { throw OperationsFile.Mistake(message: "there is no property \(property.quoted) with this value") }
        return .set(property, of: field.map { .field($0) } ?? .session, to: value)
    }

    /// The JSON objects in the lines of a file.
    private struct Lines {
        private let name: String
        private var lines: ArraySlice<Substring>
        private var number = 0

        init(_ text: String, name: String) {
            self.name = name
            lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        }

        /// The next object; `nil` at the end of the file.
        mutating func next() throws(CommandFailure) -> JSONObject? {
            repeat {
                guard let line = lines.popFirst() else { return nil }
                number += 1
                if line.isEmpty { continue }
                do throws(JSONSyntaxError) {
                    if let object = try JSONDocument(String(line)).root.object { return object }
                } catch {
                    throw failure("\(error)".escapingControls)
                }
                throw failure("it is no JSON object")
            } while true
        }

        func failure(_ message: String) -> CommandFailure {
            CommandFailure(.refused, "\(name):\(number): \(message)")
        }
    }
}
