import ArgumentParser
import EventLoop
import FormModel

/// Works without a daemon.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Print an example form definition whose texts explain it.",
        discussion: """
            Run "formctl new > guest.json", change the file, and check it with "formctl check guest.json". The notes \
            and hints in the form explain it, because JSON has no comments; delete them when you have read them. With \
            "formctl schema > form-definition.schema.json" in the same folder an editor can complete and explain every \
            key; formd-form(5) lists all keys.
            """
    )

    @Option(help: "The form's title.") var title = "A new form"

    func run() throws {
        try StandardOutput.write([definition])
    }

    private var definition: String {
        #"""
        {
          "$schema": "form-definition.schema.json",
          "title": \#(JSONText.string(title).line.shownSafely),
          "fields": [
            {"id": "about", "note": "A note is a text between fields. A text is one string, or one for each language."},
            {
              "id": "name",
              "label": {"en": "Name", "de": "Name", "ru": "Имя"},
              "required": true,
              "trim": true,
              "maxLength": 80,
              "hint": "The keys required, trim and maxLength are those of every field."
            },
            {"id": "email", "extends": "email", "hint": "extends adds the keys of a preset: label, keyboard, rules."},
            {
              "id": "phone",
              "label": "Phone",
              "formatter": {"type": "mask", "mask": "+49 [0000] [0000000]"},
              "validation": "notEmptyText",
              "hint": "In a mask [0] is a digit. The key validation determines when the field is validated."
            },
            {
              "id": "guests",
              "label": "How many guests?",
              "input": {"type": "options", "options": ["1", "2", "more"]},
              "hint": "The key input determines how users fill in the field: options, date, toggle, slider."
            },
            {
              "id": "names",
              "type": "textView",
              "label": "Their names",
              "visibleWhen": {"field": "guests", "equals": "more"},
              "validators": [{"type": "length", "min": 3, "message": "Name them, please"}],
              "hint": "visibleWhen is a condition; validators are rules, each of which can have a message."
            }
          ]
        }
        """#
    }
}
