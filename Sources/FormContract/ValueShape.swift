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
    /// The values that the reference shows as tables.
    package static let all = [groups, pages, frames, placeholders, presentation, actionButton, keyboard]

    // MARK: The session's

    static let groups = ValueShape(
        property: "Groups",
        form: .structures,
        about: "The groups of rows, in the form's order; a group in rows stands here once for each of these rows.",
        members: [
            .init(
                "name",
                "s",
                """
                the group's identifier, in a row with the row's name before it (`orders_3_items`); the fields of row 3 are \
                `NAME_3_FIELD`
                """
            ),
            .init("label", "s", "what a row is called, in the session's language; \"\" if the definition does not say"),
            .init("rows", "au", "the numbers of the rows in their order; a row keeps its number"),
            .init("minimum", "u", "the rows that there are at least: at this number RemoveRow is refused"),
            .init("maximum", "u", "the rows that there are at most: at this number AddRow is refused"),
        ]
    )

    static let pages = ValueShape(
        property: "Pages",
        form: .structures,
        about: "The pages in their order, counted from 0 by `Page`; empty if the form has none.",
        members: [
            .init("title", "s", "in the session's language; \"\" if the definition has none"),
            .init("fields", "as", "the names of the fields that stand on it now, in the form's order"),
        ]
    )

    static let frames = ValueShape(
        property: "Frames",
        form: .structures,
        about: """
            What the page, or the form without pages, shows besides fields, from top to bottom; empty where there is no such \
            thing. Fields stand below one another, each as high as its Height, and below what stands above them here; where they \
            have columns, each field is here as well, behind everything else.
            """,
        members: [
            .init(
                "kind",
                "s",
                """
                `section`, the title of a section, above its first field; `grid`, the header of a table, below the title of its section; \
                `row`, the header of a row, above its first field; `removeRow`, in the header of a row that may go; \
                `addRow`, below a group that takes another row; `previous`, `next` and, on the last page, `submit`, below \
                the page; `field`, in a session at least 480 wide of a form in which something wants less than twelve \
                columns. The words on \
                buttons are in Labels, by these names
                """
            ),
            .init(
                "name",
                "s",
                "of a section and its table the section's identifier; of a row GROUP_ROW, such as `items_3`; of `addRow` the group, of a `field` its name; else \"\""
            ),
            .init("x", "d", "from the left edge of the content, in logical pixels"),
            .init("y", "d", "from the upper edge of the content"),
            .init("width", "d", "not negative"),
            .init("height", "d", "not negative"),
        ]
    )

    // MARK: A field's

    private static let role =
        "`accent`, `error`, `text`, `secondary`, `disabled` or `background`; \"\" for a colour of its own"

    static let placeholders = ValueShape(
        property: "Placeholders",
        form: .dictionaries,
        about: "Each layer of each placeholder, a line of text, from back to front. Empty without a layout.",
        members: [
            .init("service", "s", "`floating`, `static`, `native`, or a plug-in's type"),
            .init("text", "s", "what is drawn"),
            .init("visible", "b", "a layer that is not visible has a place, too, so that it can be faded in and out"),
            .init("frame", "(dddd)", "x, y, width, height, in the field's coordinates"),
            .init("fontSize", "d", "in logical pixels"),
            .init("color", "s", "`#RRGGBB` or `#AARRGGBB`"),
            .init("colorRole", "s", "what the colour is for, as in Presentation"),
            .init("position", "s", "the service's name for the place: `top` or `bottom` of `floating`, else \"\""),
            .init(
                "anchor",
                "s",
                """
                `field`: the frame stands where it says; `text`: the layer follows the text. Its frame is worked out with the \
                form's measurer, or the reference metrics; a client that measures text itself puts it `space` behind the end \
                of the text
                """
            ),
            .init("space", "d", "between the end of the text and the layer; with the anchor `text` only"),
            .init("margin", "d", "the least distance from the layer to the field's end; with the anchor `text` only"),
        ]
    )

    static let presentation = ValueShape(
        property: "Presentation",
        form: .dictionary,
        about: """
            How the parts of the field are drawn in this state: frames (x, y, width, height) in the field's coordinates, \
            mirrored where Direction is `rtl`; lengths in logical pixels; colours as `#RRGGBB` or `#AARRGGBB`, each with its \
            role, so that a front end may use its own theme. Empty without a layout.
            """,
        members: [
            .init("text", "a{sv}", "the text, or what stands for it"),
            .init("text.frame", "(dddd)", "its room, with the padding"),
            .init("text.padding", "(dddd)", "top, left, bottom, right, in this order; mirrored, too"),
            .init("text.fontFamily", "s", "\"\": the client's own"),
            .init("text.fontSize", "d", "multiplied by TextScale"),
            .init("text.color", "s", "the text's"),
            .init("text.colorRole", "s", role),
            .init("text.tint", "s", "the caret's and the selection's"),
            .init("text.tintRole", "s", "as `text.colorRole`"),
            .init("text.scrolls", "b", "the text is higher than its frame"),
            .init("line", "a{sv}", "the line below the text"),
            .init("line.frame", "(dddd)", "its height is its thickness"),
            .init("line.cornerRadius", "d", "0: square"),
            .init("line.color", "s", "transparent where the style has no line"),
            .init("line.colorRole", "s", "as `text.colorRole`"),
            .init("border", "a{sv}", "the box around the text"),
            .init("border.frame", "(dddd)", "of height 0 where the style has no border"),
            .init("border.width", "d", "the thickness"),
            .init("border.cornerRadius", "d", "0: square"),
            .init("border.color", "s", "of the box's line"),
            .init("border.colorRole", "s", "as `text.colorRole`"),
            .init("hint", "a{sv}", "HintText, drawn while HintVisible"),
            .init("hint.frame", "(dddd)", "its room"),
            .init("hint.fontFamily", "s", "\"\": the client's own"),
            .init("hint.fontSize", "d", "multiplied by TextScale"),
            .init("hint.lineHeight", "d", "from one baseline to the next"),
            .init("hint.color", "s", "the hint's"),
            .init("hint.colorRole", "s", "as `text.colorRole`"),
            .init("background", "s", "behind the field"),
            .init("backgroundRole", "s", "as `text.colorRole`"),
            .init("button", "a{sv}", "the button of ActionButton; only where it is present"),
            .init("button.frame", "(dddd)", "the part that takes presses"),
        ]
    )

    static let actionButton = ValueShape(
        property: "ActionButton",
        form: .dictionary,
        about: "The button at the field's end: a password's eye, a text view's clear button, or the definition's own.",
        members: [
            .init("present", "b", "it takes up room"),
            .init("visible", "b", "it is seen, and can be pressed"),
            .init(
                "image",
                "s",
                """
                a name that the front end looks up: `eyeOff` (the text is hidden; a press shows it), `eyeOn` (the text is \
                shown), `clear`, or what the definition's style or mode says
                """
            ),
            .init("color", "s", "the image's; not without a layout"),
            .init("colorRole", "s", "what the colour is for, as in Presentation; not without a layout"),
            .init("pressedColor", "s", "the image's while it is held down; not without a layout"),
            .init("pressedColorRole", "s", "as `colorRole`; not without a layout"),
        ]
    )

    static let keyboard = ValueShape(
        property: "Keyboard",
        form: .dictionary,
        about: "What keyboards on the screen and input methods want to know.",
        members: [
            .init(
                "purpose",
                "s",
                """
                `text`, `name`, `integer`, `decimal`, `phone`, `email`, `url`, `password`, `pin`, `date`, `time` or `code`
                """
            ),
            .init("hints", "as", "`spellcheck`: the text may be checked; `private`: nothing of it may be kept"),
            .init("autocapitalization", "s", "`none`, `words`, `sentences` or `characters`"),
            .init("correction", "b", "the text may be corrected as it is typed; false for secrets"),
            .init("contentType", "s", "an autofill token of HTML, such as `tel`; \"\": none"),
        ]
    )
}
