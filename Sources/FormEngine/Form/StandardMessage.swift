/// What the engine itself says of a text, in English and Russian.
enum StandardMessage {
    case empty, wrongFormat
    /// Grapheme clusters.
    case tooLong(Int)

    func text(in locale: String) -> String {
        let isRussian = locale.prefix(2).lowercased() == "ru"
        switch self {
        case .empty: return isRussian ? "Поле должно быть заполнено" : "Field must be filled"
        case .wrongFormat: return isRussian ? "Неверный формат" : "Wrong format"
        case .tooLong(let count):
            return isRussian
                ? "Поле должно содержать не более \(count) \(count % 10 == 1 && count % 100 != 11 ? "символа" : "символов")"
                : "The field must contain at most \(count) character\(count == 1 ? "" : "s")."
        }
    }
}
