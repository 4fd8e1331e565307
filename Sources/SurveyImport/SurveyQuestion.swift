import FormImport
import FormModel

/// The keys of a field for a question, without its name, texts and conditions.
struct SurveyQuestion {
    private let object: JSONObject
    private let parent: JSONObject?
    /// The field's identifier.
    private let id: String
    /// The field whose chosen options are the choices that there are; `nil` if there always are all.
    private let optionsWhen: String?
    private(set) var isKnown = true
    /// Whether the type is a publisher's own one, of which nothing is known.
    private(set) var isForeign = false
    private(set) var members: [JSONText.Member] = []
    /// The keys that were imported.
    private(set) var known: Set<String> = []
    private(set) var omissions: [(site: JSONValue, reason: String)] = []
    /// The expression of a computed question.
    private(set) var computed: JSONValue?
    /// The validators that are expressions.
    private(set) var checks: [JSONObject] = []
    var validators: [JSONText] = []

    init(_ object: JSONObject, _ id: String, type: String, parent: JSONObject?, optionsWhen: String? = nil) {
        self.id = id
        self.optionsWhen = optionsWhen
        self.object = object
        self.parent = parent
        switch type {
        case "text": readText()
        case "comment":
            set("type", .string("textView"))
        case "radiogroup", "dropdown": readOptions(isSeveral: false, display: type == "dropdown" ? "menu" : "list")
        case "checkbox", "tagbox": readOptions(isSeveral: true, display: type == "tagbox" ? "menu" : "list")
        case "boolean": readBoolean()
        case "rating": readRating()
        case "expression":
            computed = object["expression"]
            known.insert("expression")
            isKnown = computed?.string != nil
        case "imagepicker": readOptions(isSeveral: object["multiSelect"]?.bool == true, display: "buttons")
        // A publisher's own type.
        default:
            isForeign = object["inputType"]?.string == nil
            if isForeign, object["choices"] != nil {
                readOptions(isSeveral: false, display: "list")
            } else {
                readText()
            }
        }
        guard isKnown else { return }
        readLimits()
        readValidators()
        if let value = object["defaultValue"] { readDefault(value) }
        for key in ["placeholder", "placeHolder"] {
            guard let text = object[key].flatMap(SurveyChoice.text) else { continue }
            set("placeholders", .placeholders(text))
            known.insert(key)
        }
    }

    private mutating func set(_ key: String, _ value: JSONText) {
        members.append(JSONText.Member(key, value))
    }

    private mutating func rule(_ type: String, _ keys: [JSONText.Member]) {
        validators.append(.object([.init("type", .string(type))] + keys))
    }

    // MARK: Types

    private mutating func readText() {
        known.formUnion(["inputType", "maxLength", "min", "max", "step", "autocomplete"])
        switch object["inputType"]?.string ?? "text" {
        case "number", "range": readNumber()
        case "date": readDate()
        case "datetime-local": set("formatter", .object([.init("type", .string("dateTime"))]))
        case "time": set("formatter", .object([.init("type", .string("time"))]))
        case "email": rule("email", [])
        case "url": rule("url", [])
        case "tel": set("keyboard", .object([.init("purpose", .string("phone"))]))
        case "color": rule("color", [])
        case "password": set("mode", .object([.init("type", .string("password"))]))
        case "text": break
        case let other:
            if let site = object["inputType"] { omissions.append((site, "a form has no input of the type “\(other)”")) }
        }
        if let token = object["autocomplete"]?.string { set("contentType", .string(token)) }
    }

    private mutating func readNumber() {
        var number: [JSONText.Member] = [.init("type", .string("number"))]
        for (key, name) in [("min", "minimum"), ("max", "maximum")] {
            if let text = object[key]?.numberText { number.append(.init(name, .literal(text))) }
        }
        set("formatter", .object(number))
        if let step = object["step"]?.numberText { rule("step", [.init("step", .literal(step))]) }
    }

    private mutating func readDate() {
        var input: [JSONText.Member] = [.init("type", .string("date"))]
        for key in ["min", "max"] {
            guard let site = object[key] else { continue }
            if let day = site.string, CalendarDay(iso: day) != nil {
                input.append(.init(key, .string(day)))
            } else {
                omissions.append((site, "this is no day"))
            }
        }
        set("input", .object(input))
    }

    /// Makes a toggle, or a list of both answers if one is required: a required toggle is on, but No is an answer.
    private mutating func readBoolean() {
        guard object["isRequired"]?.bool == true, object["defaultValue"] == nil else {
            return set("input", ["type": "toggle"])
        }
        known.formUnion(["labelTrue", "labelFalse"])
        let options = [("true", "labelTrue", "Yes"), ("false", "labelFalse", "No")].map {
            value,
            key,
            usual -> JSONText in
            ["value": .string(value), "label": object[key].flatMap(SurveyChoice.text) ?? .string(usual)]
        }
        set("input", .options(options))
    }

    private mutating func readOptions(isSeveral: Bool, display: String) {
        known.insert("choices")
        var options = choices(object["choices"] ?? parent?["choices"])
        if optionsWhen != nil {
            known.insert("choicesVisibleIf")
            options = options.map { option in
                guard case .object(let members) = option, let value = members.first?.value else { return option }
                return .object(members + [.init("when", value)])
            }
        }
        for (key, value) in [("showNoneItem", "none"), ("hasNone", "none")] where object[key]?.bool == true {
            known.insert(key)
            let label = object["noneText"].flatMap(SurveyChoice.text) ?? .string("None")
            options.append(.object([.init("value", .string(value)), .init("label", label)]))
        }
        if parent == nil, Self.asksOther(object) {
            known.formUnion(["showOtherItem", "hasOther", "otherText", "otherPlaceholder", "otherErrorText"])
            let label = object["otherText"].flatMap(SurveyChoice.text) ?? .string("Other")
            options.append(.object([.init("value", .string("other")), .init("label", label)]))
        }
        if isSeveral, known.contains("showNoneItem") || known.contains("hasNone") { excludeOthers(of: "none") }
        guard !options.isEmpty else {
            isKnown = false
            return
        }
        var more: [JSONText.Member] = []
        more.add("optionsWhen", optionsWhen.map(JSONText.string))
        for (key, name) in [("minSelectedChoices", "atLeast"), ("maxSelectedChoices", "atMost")] where isSeveral {
            known.insert(key)
            if let count = object[key]?.integer, count > 0 { more.add(name, .number(count)) }
        }
        set("input", .options(options, isSeveral: isSeveral, display: display, more))
    }

    /// The options for choices, each value once.
    private mutating func choices(_ list: JSONValue?) -> [JSONText] {
        let found = SurveyChoice.options(list)
        omissions += found.omissions
        return found.options
    }

    /// Whether a question with choices has a field for another answer.
    static func asksOther(_ object: JSONObject) -> Bool {
        let hasChoices = ["radiogroup", "dropdown", "checkbox", "tagbox"].contains(object["type"]?.string ?? "")
        return hasChoices && (object["showOtherItem"]?.bool == true || object["hasOther"]?.bool == true)
    }

    /// The number of chosen options.
    private var count: JSONText { ["count": [["field": .string(id)]]] }

    /// Adds a rule that an option is chosen alone.
    private mutating func excludeOthers(of value: String) {
        let isOther: JSONText = ["not": .test(id, "contains", .string(value))]
        rule("check", [.init("check", ["any": [isOther, ["computed": count, "equals": 1]]])])
    }

    private mutating func readRating() {
        known.insert("rateValues")
        var choices = choices(object["rateValues"])
        if choices.isEmpty {
            known.formUnion(["rateMin", "rateMax", "minRateDescription", "maxRateDescription"])
            if object["rateMax"] == nil { known.insert("rateCount") }
            let least = object["rateMin"]?.integer ?? 1
            let count = object["rateCount"]?.integer.map { $0.subtractingReportingOverflow(1).partialValue }
            let most = object["rateMax"]?.integer ?? count.map { least.addingReportingOverflow($0).partialValue } ?? 5
            let (width, isTooWide) = most.subtractingReportingOverflow(least)
            guard !isTooWide, 0..<100 ~= width else {
                isKnown = false
                return
            }
            choices = (least...most).map { .string("\($0)") }
            for (key, place) in [("minRateDescription", 0), ("maxRateDescription", choices.count - 1)] {
                guard let text = object[key].flatMap(SurveyChoice.text) else { continue }
                let value = "\(least + place)"
                choices[place] = .object([
                    .init("value", .string(value)), .init("label", text.map { "\(value) – \($0)" }),
                ])
            }
        }
        set("input", .options(choices, display: "rating"))
    }

    // MARK: Limits

    private mutating func readLimits() {
        guard let count = object["maxLength"]?.integer, count > 0 else { return }
        known.insert("maxLength")
        set("maxLength", .literal("\(count)"))
    }

    private mutating func readValidators() {
        for value in object["validators"]?.elements ?? [] {
            guard let validator = value.object else { continue }
            for member in validator.members where !Self.ofValidators.contains(member.key) {
                omissions.append((member.site, "“\(member.key)” is left out"))
            }
            let message = validator["text"].flatMap(SurveyChoice.text).map { [JSONText.Member("message", $0)] } ?? []
            switch validator["type"]?.string {
            case "numeric":
                for (key, type, name) in [("minValue", "minValue", "min"), ("maxValue", "maxValue", "max")] {
                    guard let bound = validator[key]?.numberText else { continue }
                    rule(type, [.init(name, .literal(bound))] + message)
                }
            case "text":
                var keys: [JSONText.Member] = []
                for (key, name) in [("minLength", "min"), ("maxLength", "max")] {
                    if let count = validator[key]?.integer { keys.append(.init(name, .literal("\(count)"))) }
                }
                if !keys.isEmpty { rule("length", keys + message) }
            case "regex":
                guard let site = validator["regex"], let text = site.string else { continue }
                do throws(ECMAScriptPattern.Untranslatable) {
                    // Surveys search the pattern anywhere in the text.
                    let pattern = try ECMAScriptPattern(text).ofWholeText
                    rule("regex", [.init("pattern", .string(pattern))] + message)
                } catch {
                    omissions.append((site, "the pattern cannot be translated: \(error)"))
                }
            case "email": rule("email", message)
            case "answercount":
                for (key, name) in [("minCount", "atLeast"), ("maxCount", "atMost")] {
                    guard let bound = validator[key]?.integer else { continue }
                    let isMet = [JSONText.Member("computed", count), .init(name, .number(bound))]
                    rule("check", [.init("check", .object(isMet))] + message)
                }
            case "expression": checks.append(validator)
            default: omissions.append((value, "a form has no such validator"))
            }
        }
    }

    private static let ofValidators: Set = [
        "type", "text", "minValue", "maxValue", "minLength", "maxLength", "minCount", "maxCount", "regex", "expression",
    ]

    private mutating func readDefault(_ value: JSONValue) {
        known.insert("defaultValue")
        if let text = value.string ?? value.numberText ?? value.bool.map({ "\($0)" }) {
            set("value", .string(text))
        } else {
            omissions.append((value, "only one value can be there from the start"))
        }
    }
}

/// One of several answers, rows or columns: a value, or an object with a value and a text.
struct SurveyChoice {
    let value: String
    let label: JSONText

    /// The address of a picture.
    private let image: String?

    var json: JSONText {
        var members: [JSONText.Member] = [.init("value", .string(value)), .init("label", label)]
        members.add("image", image.map(JSONText.string))
        return .object(members)
    }

    /// Options for choices, rows or columns, each value once, and what is left out of them.
    static func options(_ value: JSONValue?) -> (options: [JSONText], omissions: [(site: JSONValue, reason: String)]) {
        var values: Set<String> = []
        var options: [JSONText] = []
        var omissions: [(site: JSONValue, reason: String)] = []
        for element in value?.elements ?? [] {
            guard let choice = SurveyChoice(element) else {
                omissions.append((element, "this is no choice"))
                continue
            }
            guard values.insert(choice.value).inserted else {
                omissions.append((element, "the choice is there twice"))
                continue
            }
            options.append(choice.json)
            omissions += leftOut(of: element)
        }
        return (options, omissions)
    }

    /// What a form does not keep of a choice, a row or a column.
    static func leftOut(of element: JSONValue) -> [(site: JSONValue, reason: String)] {
        (element.object?.members ?? []).filter { !["value", "text", "name", "title", "imageLink"].contains($0.key) }.map
        {
            ($0.site, "“\($0.key)” is left out")
        }
    }

    static func list(_ value: JSONValue?) -> [SurveyChoice] { (value?.elements ?? []).compactMap(SurveyChoice.init) }

    /// `nil` if the element has no value.
    init?(_ element: JSONValue) {
        let object = element.object
        let site = object.map { $0["value"] ?? $0["name"] } ?? element
        guard let value = site?.string ?? site?.numberText ?? site?.bool.map({ "\($0)" }) else { return nil }
        self.value = value
        image = object?["imageLink"]?.string
        label = (object?["text"] ?? object?["title"]).flatMap(Self.text) ?? .string(value)
    }

    /// A text, or one in several languages; the language `default` is English.
    static func text(_ value: JSONValue) -> JSONText? {
        if let text = value.string { return text.isEmpty ? nil : .string(text) }
        guard let object = value.object else { return nil }
        let texts = object.members.compactMap { member in
            member.value.string.map { JSONText.Member(member.key == "default" ? "en" : member.key, .string($0)) }
        }
        return texts.isEmpty ? nil : .object(texts)
    }
}

extension JSONText {
    /// The text with a change applied in all its languages.
    func map(_ change: (String) -> String) -> JSONText {
        switch self {
        case .string(let text): .string(change(text))
        case .object(let members): .object(members.map { Member($0.key, $0.value.map(change)) })
        case .literal, .array: self
        }
    }
}
