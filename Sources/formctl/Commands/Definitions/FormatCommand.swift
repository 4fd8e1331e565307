import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormEngine
import FormModel
import LocaleData
import TextEditing

struct FormatCommand: FormdCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Format a text, without a session.",
        discussion: """
            formctl format '[000]-[000]' 123456
            formctl format '{"type": "currency", "currency": "EUR", "locale": "de"}' 1234.5

            Needs no daemon, except for a formatter of a plug-in. Uses English unless the formatter names a locale.
            """
    )

    @Argument(help: "A mask, or a formatter in JSON as in a definition.") var formatter: String
    @Argument(help: "The text; \"-\" is standard input.") var text: TextArgument
    @OptionGroup var options: GlobalOptions

    func run() throws {
        let text = try text.read()
        // A type that is not built in belongs to a plug-in. This program does not search for it.
        let decoded = DefinitionDecoder(types: TypeNames(isComplete: false)).decodeFormatter(json)
        guard let definition = decoded.value else {
            let error = decoded.diagnostics.first { $0.severity == .error }
            throw CommandFailure(.refused, (error?.description ?? "this is no formatter").escapingControls)
        }
        guard definition.kind.plugin == nil else { return try askDaemon(text) }
        let symbols = ICULocaleSymbols { StandardError.remark("every language is English: \($0)") }
        let types = FormTypes(symbols: symbols)
        guard !types.isTooLong(text) else {
            throw CommandFailure(.refused, "the text is longer than \(types.maximumTextSize) code points")
        }
        do {
            let formatted = try types.format(text, with: definition, attempt: Attempt())
            try report([.string(formatted.text.string), .string(formatted.value), .boolean(formatted.isComplete)])
        } catch let error as FormError {
            throw CommandFailure(.refused, "\(error)".escapingControls)
        }
    }

    /// The formatter as JSON. A mask, too, may begin with a brace, but hardly with one before a quotation mark.
    private var json: String {
        let start = formatter.filter { !$0.isWhitespace }.prefix(2)
        if ["{\"", "{}", "{"].contains(start) { return formatter }
        return JSONText.object([.init("type", .string("mask")), .init("mask", .string(formatter))]).line
    }

    private func askDaemon(_ text: String) throws {
        do {
            try EventLoop.run {
                try await options.connected { forms in
                    try report(try await forms.manager("Format", .string(json), .string(text)))
                }
            }
        } catch let failure as CommandFailure where failure.status == .noDaemon {
            throw CommandFailure(.noDaemon, "the formatter is a plug-in's, which only formd asks; \(failure.message)")
        }
    }

    private func report(_ formatted: [Value]) throws {
        try report(
            json: JSONText(Array(zip(["formatted", "value", "complete"], formatted))),
            lines: formatted.prefix(1).map(\.text)
        )
    }
}
