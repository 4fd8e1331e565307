/// A part of a manual page. Its texts are inline Markdown.
enum Block: Hashable {
    /// The level is 1 for an article's title.
    case heading(level: Int, String)
    case paragraph(String)
    /// With marks such as "1." or, for each item of a list without numbers, "".
    case list([Item])
    case code([String])
    /// Terms, each with what there is to say of it.
    case entries([Entry])

    struct Item: Hashable {
        var mark: String
        var text: String
    }

    struct Entry: Hashable {
        var term: String
        var texts: [String]
    }
}
