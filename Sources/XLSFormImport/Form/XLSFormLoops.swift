import FormImport

extension Sheet {
    /// The rows that are asked: those that are not disabled, and those of a loop, from `begin loop over LIST` to
    /// `end loop`, for each choice of the list, in a group with the name and the labels of the choice.
    ///
    /// - Parameter limit: the number of rows at which the rest of the loops is left out.
    func asked(_ choices: XLSFormChoices, limit: Int) -> Sheet {
        var open: [(loop: Row?, rows: [Row])] = [(nil, [])]
        for row in rows where !["yes", "true", "true()"].contains(text("disabled", in: row).lowercased()) {
            let words = words(of: row)
            let isLoop = words.count > 1 && words[1].lowercased() == "loop"
            if isLoop, words[0].lowercased() == "begin" {
                open.append((row, []))
            } else if isLoop, words[0].lowercased() == "end", let loop = open.last?.loop {
                let inner = open.removeLast().rows
                let name = self.words(of: loop).last ?? ""
                let begin = changing(loop) { column, _ in column == "type" ? "begin_group \(name)" : nil }
                open[open.count - 1].rows += repeated(inner, for: choices[name], begin: begin, end: row, limit: limit)
            } else {
                open[open.count - 1].rows.append(row)
            }
        }
        // A loop that does not end is left to the reader of the rows.
        return with(open.flatMap { ($0.loop.map { [$0] } ?? []) + $0.rows })
    }

    private func words(of row: Row) -> [String] {
        text("type", in: row).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private func repeated(
        _ inner: [Row],
        for list: XLSFormChoices.List?,
        begin: Row,
        end: Row,
        limit: Int
    ) -> [Row] {
        let last = changing(end) { column, _ in column == "type" ? "end group" : nil }
        var rows = [begin]
        for choice in list?.rows ?? [] where rows.count <= limit {
            guard let sheet = list?.sheet else { break }
            let name = sheet.text("name", in: choice)
            func label(_ column: String) -> String {
                let language = column.firstRange(of: "::").map { column[$0.lowerBound...] } ?? ""
                let labels = ["label" + language, "label"].map { sheet.text($0, in: choice) }
                return labels.first { !$0.isEmpty } ?? name
            }
            rows.append(
                changing(begin) { column, _ in
                    column == "name" ? name : column == "type" ? nil : column.hasPrefix("label") ? label(column) : ""
                }
            )
            rows += inner.map { row in
                changing(row) { column, text in
                    guard text.contains("%(") else { return nil }
                    return text.replacing("%(name)s", with: name).replacing("%(label)s", with: label(column))
                }
            }
            rows.append(last)
        }
        return rows + [last]
    }
}
