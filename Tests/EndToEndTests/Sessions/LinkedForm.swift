/// A form whose fields depend on each other.
enum LinkedForm {
    static let definition = #"""
        {
          "title": "Linked",
          "messages": {"required": {"en": "Needed", "ru": "Нужно"}},
          "fields": [
            {"id": "kind", "placeholders": ["Kind"],
             "validators": [{"type": "oneOf", "values": ["person", "company"]}]},
            {"id": "company", "placeholders": ["Company"], "required": true,
             "visibleWhen": {"field": "kind", "equals": "company"}},
            {"id": "mail", "placeholders": ["Mail"], "validators": [
              {"type": "email", "message": "Enter a mail address"},
              {"type": "length", "min": 9, "severity": "warning", "message": "That is short"}]},
            {"id": "phone", "placeholders": ["Phone"], "requiredWhen": {"field": "mail", "empty": true}},
            {"id": "pin", "placeholders": ["PIN"], "mode": {"type": "password"}},
            {"id": "again", "placeholders": ["PIN again"], "mode": {"type": "password"},
             "validators": [{"type": "equals", "field": "pin", "message": "The PINs differ"}]},
            {"id": "slow", "placeholders": ["Slow"], "validators": [{"type": "regex", "pattern": "(a|aa)+c?"}]}
          ]
        }
        """#
}
