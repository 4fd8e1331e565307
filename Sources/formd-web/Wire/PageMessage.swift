import DBus
import FormClient
import FormContract

/// Writes the frames that a page is sent.
enum PageMessage {
    /// The answer to an operation: the values of the reply by their names in the contract.
    static func result(of operation: Operation, _ values: [Value], to number: Int) -> [UInt8] {
        let interface = operation.target == .session ? Contract.session : Contract.field
        let outputs = interface.methods.first { $0.name == operation.method }?.outputs ?? []
        return answer(number) { json in
            for (output, value) in zip(outputs, values) { json.member(output.name, value) }
        }
    }

    static func answer(_ number: Int, _ write: (inout JSONBytes) -> Void) -> [UInt8] {
        message { json in
            json.key("id")
            json.literal("\(number)")
            json.key("result")
            json.object(write)
        }
    }

    static func error(_ error: BusError, to number: Int) -> [UInt8] {
        message { json in
            json.key("id")
            json.literal("\(number)")
            json.key("error")
            json.object { json in
                json.member("name", .string(error.shortName))
                json.member("message", .string(error.publicMessage))
            }
        }
    }

    /// What one transaction did, with `more` members.
    static func changed(_ update: SessionUpdate, _ more: (inout JSONBytes) -> Void) -> [UInt8] {
        message { json in
            json.key("changed")
            json.object { json in
                json.member("revision", .uint64(update.revision))
                json.key("changes")
                json.object { json in
                    for change in update.changes where !change.properties.isEmpty {
                        json.key(change.field ?? "")
                        json.object { for (name, value) in change.properties { $0.member(name, value) } }
                    }
                }
                json.member("removed", .strings(update.removed))
                json.key("events")
                json.array { for event in update.events { event.write(to: &$0) } }
                more(&json)
            }
        }
    }

    /// The state as far as it differs from that at the revision `since`, for a page that could not follow each
    /// transaction.
    static func caughtUp(_ mirror: SessionMirror, since: UInt64, _ more: (inout JSONBytes) -> Void) -> [UInt8] {
        message { json in
            json.key("changed")
            json.object { json in
                json.state(mirror, since: since)
                more(&json)
            }
        }
    }

    static func signal(_ event: SessionEvent) -> [UInt8] {
        message { json in
            json.key("signal")
            event.write(to: &json)
        }
    }

    /// Whether the session can be reached: `lost`, `failed`, `resumed` or `reopened`.
    static func status(_ status: String, missing: [String] = []) -> [UInt8] {
        message { json in
            json.member("status", .string(status))
            if !missing.isEmpty { json.member("missing", .strings(missing)) }
        }
    }

    static func closed(_ reason: String) -> [UInt8] {
        message { $0.member("closed", .string(reason)) }
    }

    private static func message(_ write: (inout JSONBytes) -> Void) -> [UInt8] {
        var json = JSONBytes()
        json.object(write)
        return json.bytes
    }
}

extension JSONBytes {
    /// The members `revision`, `changes` and `removed` of a state: all properties of the session, and of each field that has
    /// changed after the revision `since`. A page removes the fields that `Fields` does not list.
    mutating func state(_ mirror: SessionMirror, since: UInt64) {
        member("revision", .uint64(mirror.revision))
        key("changes")
        object { json in
            json.object(named: "", mirror.properties(of: nil))
            for name in mirror.fieldNames {
                let properties = mirror.properties(of: name)
                if since == 0 || properties["Revision"]?.uint64 ?? .max > since { json.object(named: name, properties) }
            }
        }
    }

    private mutating func object(named name: String, _ properties: [String: Value]) {
        key(name)
        object { json in for (name, value) in properties { json.member(name, value) } }
    }
}

extension SessionEvent {
    fileprivate func write(to json: inout JSONBytes) {
        json.object { json in
            json.member("name", .string(name))
            if let field { json.member("field", .string(field)) }
            for (name, value) in arguments.sorted(by: { $0.key < $1.key }) { json.member(name, value) }
        }
    }
}

extension BusError {
    /// The last part of the name if the contract has it, otherwise the whole name.
    fileprivate var shortName: String { failure?.rawValue ?? name.string }

    /// The message for a visitor. The daemon writes those of its errors for users; others may mention addresses and files
    /// of this machine.
    fileprivate var publicMessage: String {
        switch failure {
        case .unknownForm?, .invalidDefinition?: "This form cannot be opened."
        case .pluginUnavailable?, .storeUnavailable?, nil: "The form service cannot do this at present."
        default: message
        }
    }
}
