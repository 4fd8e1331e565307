package import DBus

/// The structure of a property's value: the members of its dictionaries, or the members of its structures in order.
package struct ValueShape: Sendable {
    /// The property's name.
    package let property: MemberName
    private let form: Form
    /// The description of the whole value.
    package let about: String
    package let members: [Member]

    /// The type that contains the members.
    private enum Form {
        /// An array of structures.
        case structures
        case dictionary
        /// An array of dictionaries.
        case dictionaries
    }

    package var type: ValueType {
        switch form {
        case .structures: .array(.structure(members.map(\.type)))
        case .dictionary: .properties
        case .dictionaries: .array(.properties)
        }
    }

    package struct Member: Sendable {
        package let name: String
        package let type: ValueType
        package let documentation: String

        init(_ name: String, _ type: ValueType, _ documentation: String) {
            self.name = name
            self.type = type
            self.documentation = documentation
        }
    }

    /// The whole description in one paragraph, for the interfaces' XML.
    package var documentation: String {
        about + " " + members.map { "\($0.name) (\($0.type)): \($0.documentation)" }.joined(separator: "; ") + "."
    }
}

extension InterfaceDescription.Member {
    /// Declares a property with these members.
    static func property(_ shape: ValueShape) -> InterfaceDescription.Member {
        .property(shape.property, shape.type, access: .viewer, shape.documentation)
    }
}

extension ValueShape {
    /// The properties whose members the reference lists in tables.
    package static let all = [structure, groups, pages, frames, placeholders, presentation, actionButton, keyboard]

    // MARK: The session's

    static let structure = ValueShape(
        property: "Structure",
        form: .dictionaries,
        about: "The elements of the form from top to bottom, whatever the layout is.",
        members: [
            .init(
                "kind",
                "s",
                """
                `field`, `note`, `section`, `group`, `row`, `review`, or `end`: the note that is shown after the form \
                was submitted
                """
            ),
            .init("id", "s", "the field's name, the section's or group's identifier, or GROUP_ROW"),
            .init("depth", "u", "the number of sections, groups and rows that contain the element"),
            .init("visible", "b", "whether the element is part of the form at present"),
            .init("page", "u", "the index of the page; 0 in a form without pages"),
            .init("span", "u", "the width: 1 to 12 columns of twelve"),
            .init(
                "title",
                "s",
                "the title of a section or review, or the label of a group or row; missing if there is none"
            ),
            .init("canAdd", "b", "whether AddRow can add a row; only for a group"),
            .init("canRemove", "b", "whether RemoveRow can remove the row; only for a row"),
            .init("canMove", "b", "whether MoveRow can move the row; only for a row"),
        ]
    )

    static let groups = ValueShape(
        property: "Groups",
        form: .structures,
        about:
            "The repeated groups in the form's order. A group inside another group has one entry for each row of it.",
        members: [
            .init(
                "name",
                "s",
                """
                the group's identifier, for a group inside another group prefixed with the name of the row \
                (`orders_3_items`); the fields of row 3 are named `NAME_3_FIELD`
                """
            ),
            .init("label", "s", "the label of a row, in the session's language; \"\" if the definition has none"),
            .init("rows", "au", "the numbers of the rows in their order; the number of a row never changes"),
            .init("minimum", "u", "the minimum number of rows: RemoveRow fails if there are no more than these"),
            .init("maximum", "u", "the maximum number of rows: AddRow fails if there are as many"),
        ]
    )

    static let pages = ValueShape(
        property: "Pages",
        form: .structures,
        about: "The pages in their order; `Page` is an index into this list. Empty if the form has no pages.",
        members: [
            .init("title", "s", "the title in the session's language; \"\" if the definition has none"),
            .init("fields", "as", "the names of the fields that are currently on the page, in the form's order"),
        ]
    )

    static let frames = ValueShape(
        property: "Frames",
        form: .structures,
        about: """
            The frames of what is shown besides fields on the page, or in a form without pages, from top to bottom. \
            Fields are laid out below one another, each with its Height, and below the elements listed before them. In \
            a layout with columns this list also contains each field, after everything else.
            """,
        members: [
            .init(
                "kind",
                "s",
                """
                `section`, the title of a section, above its first field; `grid`, the header of a table, below the \
                title of its section; `row`, the header of a row, above its first field; the button `removeRow` in the \
                header of a row that can be removed; the button `addRow` below a group to which a row can be added; \
                the buttons `previous`, `next` and, on the last page, `submit`, below the page; `field`, in a layout \
                with columns, that is, if the session is at least 480 wide and an element of the form has fewer than \
                twelve columns. Labels contains the texts of the buttons by these names
                """
            ),
            .init(
                "name",
                "s",
                """
                for a section and its table, the section's identifier; for a row, GROUP_ROW, such as `items_3`; for \
                `addRow`, the group's name; for a `field`, its name; otherwise ""
                """
            ),
            .init("x", "d", "the distance from the left edge of the content, in logical pixels"),
            .init("y", "d", "the distance from the top of the content"),
            .init("width", "d", "the width, not negative"),
            .init("height", "d", "the height, not negative"),
        ]
    )

    // MARK: A field's

    private static let role =
        "`accent`, `error`, `text`, `secondary`, `disabled` or `background`; \"\" for a colour without a role"

    static let placeholders = ValueShape(
        property: "Placeholders",
        form: .dictionaries,
        about:
            "The layers of all placeholders, from back to front. A layer is one line of text. Empty without a layout.",
        members: [
            .init("service", "s", "the type of the placeholder: `floating`, `static`, `native`, or a plug-in's type"),
            .init("text", "s", "the text to draw"),
            .init(
                "visible",
                "b",
                "whether the layer is visible; a hidden layer has a frame, too, for fading in and out"
            ),
            .init("frame", "(dddd)", "x, y, width, height, in the field's coordinates"),
            .init("fontSize", "d", "the font size in logical pixels"),
            .init("color", "s", "the colour, `#RRGGBB` or `#AARRGGBB`"),
            .init("colorRole", "s", "the role of the colour, as in Presentation"),
            .init("position", "s", "the name of the position: `top` or `bottom` for `floating`, otherwise \"\""),
            .init(
                "anchor",
                "s",
                """
                `field`: the position of the layer is fixed; `text`: the layer follows the end of the text. The daemon \
                computes the frame with the form's measurer, or with the reference metrics; a client that measures \
                text itself draws the layer at the distance `space` after the end of the text
                """
            ),
            .init("space", "d", "the distance from the end of the text to the layer; only with the anchor `text`"),
            .init("margin", "d", "the minimum distance from the layer to the field's end; only with the anchor `text`"),
        ]
    )

    static let presentation = ValueShape(
        property: "Presentation",
        form: .dictionary,
        about: """
            How the parts of the field are drawn in its current state. Frames (x, y, width, height) are in the field's \
            coordinates, and mirrored if Direction is `rtl`. Lengths are in logical pixels, colours `#RRGGBB` or \
            `#AARRGGBB`. Each colour has a role, so that a front end can use the colours of its own theme. Empty \
            without a layout.
            """,
        members: [
            .init("text", "a{sv}", "the text, or the display of a value that is not typed"),
            .init("text.frame", "(dddd)", "the frame including the padding"),
            .init("text.padding", "(dddd)", "top, left, bottom, right; mirrored, too"),
            .init("text.fontFamily", "s", "the font; \"\": the client's default"),
            .init("text.fontSize", "d", "the font size, already multiplied by TextScale"),
            .init("text.color", "s", "the colour of the text"),
            .init("text.colorRole", "s", role),
            .init("text.tint", "s", "the colour of the caret and the selection"),
            .init("text.tintRole", "s", "as `text.colorRole`"),
            .init("text.scrolls", "b", "whether the text is higher than its frame"),
            .init("line", "a{sv}", "the line below the text"),
            .init("line.frame", "(dddd)", "the frame; its height is the thickness of the line"),
            .init("line.cornerRadius", "d", "the radius of the corners; 0: square corners"),
            .init("line.color", "s", "the colour; transparent if the style has no line"),
            .init("line.colorRole", "s", "as `text.colorRole`"),
            .init("border", "a{sv}", "the box around the text"),
            .init("border.frame", "(dddd)", "the frame; its height is 0 if the style has no border"),
            .init("border.width", "d", "the thickness of the line"),
            .init("border.cornerRadius", "d", "the radius of the corners; 0: square corners"),
            .init("border.color", "s", "the colour of the line"),
            .init("border.colorRole", "s", "as `text.colorRole`"),
            .init("hint", "a{sv}", "HintText, which is drawn if HintVisible is true"),
            .init("hint.frame", "(dddd)", "the frame"),
            .init("hint.fontFamily", "s", "the font; \"\": the client's default"),
            .init("hint.fontSize", "d", "the font size, already multiplied by TextScale"),
            .init("hint.lineHeight", "d", "the distance between two baselines"),
            .init("hint.color", "s", "the colour of the hint"),
            .init("hint.colorRole", "s", "as `text.colorRole`"),
            .init("background", "s", "the colour behind the field"),
            .init("backgroundRole", "s", "as `text.colorRole`"),
            .init("button", "a{sv}", "the button of ActionButton; missing if there is no button"),
            .init("button.frame", "(dddd)", "the area that can be pressed"),
        ]
    )

    static let actionButton = ValueShape(
        property: "ActionButton",
        form: .dictionary,
        about: "The button at the field's end: a password's eye, a text view's clear button, or the definition's own.",
        members: [
            .init("present", "b", "whether the button takes up space"),
            .init("visible", "b", "whether the button is shown and can be pressed"),
            .init(
                "image",
                "s",
                """
                the name of the image, which the front end provides: `eyeOff` (the text is hidden, and a press shows \
                it), `eyeOn` (the text is shown), `clear`, or a name from the definition's style or mode
                """
            ),
            .init("color", "s", "the colour of the image; missing without a layout"),
            .init("colorRole", "s", "the role of the colour, as in Presentation; missing without a layout"),
            .init("pressedColor", "s", "the colour of the image during a press; missing without a layout"),
            .init("pressedColorRole", "s", "as `colorRole`; missing without a layout"),
        ]
    )

    static let keyboard = ValueShape(
        property: "Keyboard",
        form: .dictionary,
        about: "Information for on-screen keyboards and input methods.",
        members: [
            .init(
                "purpose",
                "s",
                """
                the kind of text: `text`, `name`, `integer`, `decimal`, `phone`, `email`, `url`, `password`, `pin`, \
                `date`, `time` or `code`
                """
            ),
            .init("hints", "as", "`spellcheck`: the spelling may be checked; `private`: the text must not be stored"),
            .init("autocapitalization", "s", "`none`, `words`, `sentences` or `characters`"),
            .init("correction", "b", "whether the text may be corrected during typing; false for secrets"),
            .init("contentType", "s", "an autofill token of HTML, such as `tel`; \"\" if there is none"),
        ]
    )
}
