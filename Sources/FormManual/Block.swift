/// A part of a manual page. Its texts are inline Markdown.
enum Block: Hashable {
    /// The level is 1 for an article's title.
    case heading(level: Int, String)
    case paragraph(String)
    /// Each item has a mark such as "1.", or "" in a list without numbers.
    case list([Item])
    case code([String])
    /// Terms with their descriptions.
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
