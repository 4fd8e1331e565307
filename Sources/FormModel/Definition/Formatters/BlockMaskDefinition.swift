/// The keys of a `blockMask` formatter.
package struct BlockMaskDefinition: Sendable, Hashable {
    package var mask: String
    /// One character for every empty cell, or one for each character of the text.
    package var template = "*"
    /// Whether the template is seen while no cell is filled.
    package var showsTemplate = false
    package var brackets = Brackets()
    package var misfit = Misfit.stop
    package var jumpsToPreviousBlock = false

    package struct Brackets: Sendable, Hashable {
        package var opening: Character = "{"
        package var closing: Character = "}"

        package init() {}
    }

    /// What a character that its cell does not take does to the rest of what is inserted.
    package enum Misfit: String, Sendable, CaseIterable {
        /// It is not inserted either.
        case stop
        /// It goes on with the next character, within the selection if there is one.
        case skip
    }

    package init(mask: String) {
        self.mask = mask
    }
}
