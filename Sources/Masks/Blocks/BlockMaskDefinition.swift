/// The formatter `blockMask`: literals and blocks of cells whose empty cells show a template.
package struct BlockMaskDefinition: Sendable, Hashable {
    package var mask = ""
    /// One character for all empty cells, or one for each character of the text.
    package var template = "*"
    /// Whether the template is visible while no cell is filled.
    package var showsTemplate = false
    package var brackets = Brackets()
    package var misfit = Misfit.stop
    package var jumpsToPreviousBlock = false

    package struct Brackets: Sendable, Hashable {
        package var opening: Character = "{"
        package var closing: Character = "}"

        package init() {}
    }

    /// The handling of the rest of an insertion after a character that its cell does not accept.
    package enum Misfit: String, Sendable, CaseIterable {
        /// The rest is not inserted.
        case stop
        /// The insertion continues with the next character, within the selection if there is one.
        case skip
    }

    package init() {}

    package init(mask: String) {
        self.mask = mask
    }
}
