import FormImport
import FormModel

/// The keys of a field for a question, without its name, texts and conditions.
struct XLSFormQuestion {
    private(set) var members: [JSONText.Member] = []
    /// The validators that the type has.
    private(set) var rules: [JSONText] = []
    /// The words of the appearance that were not imported.
    private(set) var leftOut: [String] = []
    /// Why a form cannot ask the question; `nil` if it can.
    private(set) var refusal: String?

    /// - Parameters:
    ///   - parameters: the parameters of a range, such as `start=0 end=10 step=1`.
    ///   - options: the options of a list of choices.
    ///   - optionsWhen: the field that decides which of them there are.
    init(
        _ type: String,
        appearance: [String],
        parameters: [String: String],
        options: [JSONText],
        optionsWhen: String? = nil
    ) {
        // Choices are below each other and are found by typing anyway.
        leftOut = appearance.filter { !["field-list", "hidden", "vertical", "autocomplete"].contains($0) }
        switch type {
        case "text", "string", "text_from_file", "text_from_list", "barcode":
            if took("multiline") { set("type", .string("textView")) }
            if took("numbers") { setKeyboard("integer") }
            if took("url") || took("email") { setKeyboard(appearance.contains("url") ? "url" : "email") }
        case "integer", "int": setNumber(digits: 0)
        case "decimal": setNumber(digits: nil)
        case "range": readRange(parameters)
        case "select_one", "select1", "select_one_external", "select_one_from_file":
            readOptions(options, optionsWhen, isSeveral: false)
        case "select_multiple", "select", "select_multiple_from_file", "rank":
            readOptions(options, optionsWhen, isSeveral: true)
        case "acknowledge", "trigger": set("input", .object([.init("type", .string("toggle"))]))
        case "date":
            set("input", .object([.init("type", .string("date"))]))
        case "time": set("formatter", .object([.init("type", .string("time"))]))
        case "datetime": set("formatter", .object([.init("type", .string("dateTime"))]))
        case "tel": setKeyboard("phone")
        case "phone_number":
            setKeyboard("phone")
            setPattern("[0-9]*")
        case "percentage":
            setNumber(digits: 0)
            rules = [["type": "minValue", "min": 0], ["type": "maxValue", "max": 100]]
        case "geopoint", "geotrace", "geoshape": readPlaces(isOne: type == "geopoint")
        case _ where Self.isFile(type): break
        case "calculate", "today", "hidden": setHidden()
        case _ where Self.isOfDevice(type): setHidden()
        default: refusal = "a form asks no question of the type “\(type)”"
        }
        if appearance.contains("hidden"), refusal == nil, !members.contains(where: { $0.key == "visibleWhen" }) {
            setHidden()
        }
    }

    /// Whether a question is answered by the device, which nobody sees: the application sets the value.
    static func isOfDevice(_ type: String) -> Bool {
        ["deviceid", "simserial", "subscriberid", "phonenumber", "username", "email", "uri:deviceid"].contains(type)
    }

    /// Whether a question is answered by a file, whose name is the value.
    private static func isFile(_ type: String) -> Bool {
        ["image", "audio", "video", "file", "application", "text/plain", "osm"].contains(type)
    }

    /// What a form does not keep of a question that it asks; `nil` for nothing.
    static func loss(of item: XLSFormItem) -> String? {
        switch item.type {
        case "text_from_file": "the choices are in the file “\(item.list)”, which is not there: any text is an answer"
        case "text_from_list": "there are no choices: any text is an answer"
        case "barcode": "the code is typed, or read by a device that types"
        case "rank": "the choices are chosen, and not put in an order"
        case "geopoint", "geotrace", "geoshape": "the place is typed, and not found by a receiver or on a map"
        case _ where isFile(item.type): "the \(item.type) is not taken: the name of a file is typed"
        default: nil
        }
    }

    /// Whether expressions cannot refer to questions of a type.
    static func hasNoAnswer(_ type: String) -> Bool { ["note", "start", "end"].contains(type) || !isAsked(type) }

    /// Whether there are questions of a type.
    static func isAsked(_ type: String) -> Bool {
        // The refusals of a type do not depend on anything else.
        let question = XLSFormQuestion(type, appearance: [], parameters: [:], options: [.string("")])
        return question.refusal == nil
    }

    private mutating func set(_ key: String, _ value: JSONText) { members.append(.init(key, value)) }

    private mutating func setKeyboard(_ purpose: String) {
        set("keyboard", .object([.init("purpose", .string(purpose))]))
    }

    /// Removes a word from the appearance. Returns whether it was there.
    private mutating func took(_ word: String) -> Bool {
        guard let place = leftOut.firstIndex(of: word) else { return false }
        leftOut.remove(at: place)
        return true
    }

    /// Asks for one place, or for several with semicolons between them: latitude and longitude in degrees, and possibly
    /// the altitude and the accuracy in metres.
    private mutating func readPlaces(isOne: Bool) {
        let number = "-?[0-9]+([.][0-9]+)?"
        let place = "\(number) \(number)( \(number)){0,2}"
        setPattern(isOne ? place : "\(place)( *; *\(place))*( *;)?")
    }

    private mutating func setPattern(_ pattern: String) {
        rules.append(["type": "regex", "pattern": .string(pattern)])
    }

    private mutating func setNumber(digits: Int?) {
        let grouping = took("thousands-sep")
        var number: [JSONText.Member] = [
            .init("type", .string("number")), .init("grouping", .literal(grouping ? "true" : "false")),
            .init("negative", .literal("true")),
        ]
        if let digits { number.append(.init("maximumFractionDigits", .literal("\(digits)"))) }
        set("formatter", .object(number))
    }

    private mutating func readRange(_ parameters: [String: String]) {
        func number(_ name: String, _ usual: String) -> JSONText? {
            DecimalNumber(parameters[name] ?? usual).map { .literal($0.description) }
        }
        guard let least = number("start", "1"), let most = number("end", "10"), let step = number("step", "1") else {
            refusal = "the bounds of the range are no numbers"
            return
        }
        set("input", ["type": "slider", "min": least, "max": most, "step": step])
    }

    private mutating func readOptions(_ options: [JSONText], _ optionsWhen: String?, isSeveral: Bool) {
        guard !options.isEmpty else {
            refusal = "there are no choices"
            return
        }
        var display = "list"
        for (word, name) in [
            ("minimal", "menu"), ("likert", "rating"), ("columns", "buttons"), ("columns-pack", "buttons"),
            ("horizontal", "buttons"), ("horizontal-compact", "buttons"), ("quick", "list"),
            ("quickcompact", "buttons"),
        ] where took(word) { display = name }
        var more: [JSONText.Member] = []
        more.add("optionsWhen", optionsWhen.map(JSONText.string))
        set("input", .options(options, isSeveral: isSeveral, display: display, more))
    }

    /// Hides a computed question. Its value is still read by other fields and submitted.
    private mutating func setHidden() {
        set("visibleWhen", .never)
        set("whenIrrelevant", "keep")
    }
}
