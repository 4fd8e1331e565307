import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct SelectCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "select",
        abstract: "Choose options or a day as a user would, and print the resulting text; or list the options.",
        discussion: """
            An option is named by its value, or by its label if no other option has this label as its value. If \
            several options may be chosen, exactly those that are named are chosen, or none. A day is written \
            2026-02-28.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: FieldArgument.fieldHelp) var field: FieldArgument
    @Argument(help: "Options, or a day.", completion: .options) var choices: [String] = []
    @Flag(help: "List the options: number, value and label. With an argument, list only those whose label contains it.")
    var list = false
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard !list || choices.count <= 1 else { throw ValidationError("--list takes one text to search for.") }
    }

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        let field = session.field(try field.required())
        if list {
            let options = try await field.allOptions(containing: choices.first ?? "")
            return try report(
                json: .array(options.map(\.json)),
                lines: aligned(
                    options.map { [String($0.index), $0.value.escapingControls, $0.label.escapingControls] }
                )
            )
        }
        switch try await field.get(\.input) {
        case "options": try await choose(of: field, severalAllowed: field.get(\.multiple))
        case "date":
            guard choices.count == 1 else { throw CommandFailure(.usage, "give one day") }
            try await field.call("SelectDate", .string(choices[0]))
        default: throw CommandFailure(.refused, "the field has no options and no calendar; see \"type\" and \"press\"")
        }
        let text = try await field.get(\.text)
        try report(json: ["text": .string(text)], lines: [text.escapingControls])
    }

    private func choose(of field: SessionProxy.Field, severalAllowed: Bool) async throws {
        guard severalAllowed || choices.count == 1 else {
            throw CommandFailure(.usage, "the field takes one option, not \(choices.count)")
        }
        let options = try await field.allOptions()
        let indices = try choices.map { choice in
            guard
                let option = options.first(where: { $0.value == choice })
                    ?? options.first(where: { $0.label == choice })
            else { throw CommandFailure(.refused, "there is no option \(choice.quoted); see --list") }
            return option.index
        }
        if severalAllowed {
            try await field.call("SelectOptions", .array(.uint32, indices.map(Value.uint32)))
        } else if let index = indices.first {
            try await field.call("SelectOption", .uint32(index))
        }
    }
}

extension SessionProxy.Field {
    /// All options whose label contains the filter. The daemon returns at most 1,000 at a time.
    func allOptions(containing filter: String = "") async throws -> [FieldOption] {
        var options: [FieldOption] = []
        while true {
            let (total, page) = try await self.options(containing: filter, from: UInt32(clamping: options.count))
            options += page
            if page.isEmpty || options.count >= total { return options }
        }
    }
}

extension FieldOption {
    fileprivate var json: JSONText {
        ["index": .number(index), "value": .string(value), "label": .string(label)]
    }
}
