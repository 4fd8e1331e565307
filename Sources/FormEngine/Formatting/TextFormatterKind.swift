package import FormModel

/// A kind of formatter that the engine makes itself. Definitions hold it as `FormatterKind`: the model knows no
/// formatters, so that `FormTypes.makeFormatter` asks for this protocol; a plug-in's kind does not conform to it.
package protocol TextFormatterKind: FormatterKind {
    /// The formatter that the definition describes.
    ///
    /// - Parameter symbols: how languages write numbers and dates.
    func makeFormatter(_ symbols: any LocaleSymbols) throws -> any TextFormatter

    /// Bytes that the formatter takes, about.
    var byteCount: Int { get }
}

extension FormatterDefinition {
    /// Bytes that the formatter takes, about.
    package var byteCount: Int { (kind as? any TextFormatterKind)?.byteCount ?? 1_024 }
}

extension TextFormatterKind {
    package var byteCount: Int { 1_024 }

    /// Reports a definition that no formatter can be made of. `part` is what of it stands at `site`.
    func checkFormatter(_ part: String, at site: JSONValue, _ context: DecodingContext) {
        guard context.hasTime(for: WorkBudget.largeStep) else { return }
        do {
            _ = try makeFormatter(EnglishSymbols())
        } catch {
            context.error("the \(part) cannot be used: \(error)", at: site)
        }
    }
}
