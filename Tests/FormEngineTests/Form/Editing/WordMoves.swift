import Testing

/// Where a caret stops that goes through a text by words, in code points: from the beginning forward (Ctrl+Right), and
/// from the end backward.
///
/// These are facts about others' programs on Debian 12, made by two scripts that go until the caret stays where it is:
/// - `web` is Chromium 156, headless: `getSelection().modify("move", "forward", "word")` in an element of the text with
///   `contenteditable`.
/// - `gtk` is GTK 4.8 with Pango 1.50: the signal `move-cursor` of a `GtkText` with `GTK_MOVEMENT_WORDS`. Its moves are
///   visual, so that it says nothing of texts that are written from the right.
struct WordMoves: Sendable, CustomTestStringConvertible {
    struct Stops: Sendable, Hashable {
        var forward: [Int]
        var backward: [Int]

        init(_ forward: [Int], _ backward: [Int]) {
            self.forward = forward
            self.backward = backward
        }
    }

    var text: String
    var web: Stops
    var gtk: Stops?

    var testDescription: String { "“\(text)”" }

    static let rows = [
        WordMoves(
            text: "don't stop-it, now",
            web: Stops([5, 10, 11, 13, 14, 18], [15, 13, 11, 10, 6, 0]),
            gtk: Stops([3, 5, 10, 13, 18], [15, 11, 6, 4, 0])
        ),
        WordMoves(
            text: "snake_case and kebab-case",
            web: Stops([10, 14, 20, 21, 25], [21, 20, 15, 11, 0]),
            gtk: Stops([5, 10, 14, 20, 25], [21, 15, 11, 6, 0])
        ),
        WordMoves(
            text: "a.b.c 3.14 1,000.5 $5 50%",
            web: Stops([1, 2, 3, 4, 5, 10, 18, 20, 21, 24, 25], [24, 22, 20, 19, 11, 6, 4, 3, 2, 1, 0]),
            gtk: Stops([1, 3, 5, 7, 10, 12, 16, 18, 21, 24, 25], [22, 20, 17, 13, 11, 8, 6, 4, 2, 0])
        ),
        WordMoves(
            text: "Привет, мир! Как-то так",
            web: Stops([6, 7, 11, 12, 16, 17, 19, 23], [20, 17, 16, 13, 11, 8, 6, 0]),
            gtk: Stops([6, 11, 16, 19, 23], [20, 17, 13, 8, 0])
        ),
        WordMoves(
            text: "Καλημέρα κόσμε, τι κάνεις;",
            web: Stops([8, 14, 15, 18, 25, 26], [25, 19, 16, 14, 9, 0]),
            gtk: Stops([8, 14, 18, 25, 26], [19, 16, 9, 0])
        ),
        WordMoves(
            text: "مرحبا بالعالم، كيف حالك",
            web: Stops([5, 13, 14, 18, 23], [19, 15, 13, 6, 0])
        ),
        WordMoves(
            text: "שלום, עולם! צה\"ל",
            web: Stops([4, 5, 10, 11, 16], [12, 10, 6, 4, 0])
        ),
        WordMoves(
            text: "नमस्ते दुनिया",
            web: Stops([6, 13], [7, 0]),
            gtk: Stops([6, 13], [7, 0])
        ),
        WordMoves(
            text: "你好世界，我爱北京天安门",
            web: Stops([2, 4, 5, 6, 7, 9, 12], [9, 7, 6, 5, 4, 2, 0]),
            gtk: Stops([4, 12], [5, 0])
        ),
        WordMoves(
            text: "今日は良い天気です。",
            web: Stops([2, 3, 5, 7, 9, 10], [9, 7, 5, 3, 2, 0]),
            gtk: Stops([2, 3, 4, 5, 7, 9, 10], [0])
        ),
        WordMoves(
            text: "カタカナ テスト ひらがな",
            web: Stops([4, 8, 10, 11, 12, 13], [12, 11, 10, 9, 5, 0]),
            gtk: Stops([4, 8, 13], [9, 5, 0])
        ),
        WordMoves(
            text: "東京タワーに行きました",
            web: Stops([5, 6, 8, 9, 11], [9, 8, 6, 5, 0]),
            gtk: Stops([2, 6, 7, 11], [0])
        ),
        WordMoves(
            text: "สวัสดีชาวโลก ภาษาไทย",
            web: Stops([6, 9, 12, 17, 20], [17, 13, 9, 6, 0]),
            gtk: Stops([6, 9, 12, 17, 20], [17, 13, 9, 6, 0])
        ),
        WordMoves(
            text: "안녕하세요 세계",
            web: Stops([5, 8], [6, 0]),
            gtk: Stops([5, 8], [6, 0])
        ),
        WordMoves(
            text: "한국어를 공부합니다",
            web: Stops([4, 10], [5, 0]),
            gtk: Stops([4, 10], [5, 0])
        ),
        WordMoves(
            text: "e\u{301}te\u{301} naïve 👩\u{200D}👩\u{200D}👧 ok",
            web: Stops([5, 11, 17, 20], [18, 12, 6, 0]),
            gtk: Stops([5, 11, 20], [18, 6, 0])
        ),
        WordMoves(
            text: " , ",
            web: Stops([2, 3], [1, 0]),
            gtk: Stops([3], [0])
        ),
        WordMoves(
            text: "user@example.com https://a.org/b",
            web: Stops([4, 5, 12, 13, 16, 22, 25, 26, 27, 30, 31, 32], [31, 30, 27, 26, 25, 22, 17, 13, 12, 5, 4, 0]),
            gtk: Stops([4, 12, 16, 22, 26, 30, 32], [31, 27, 25, 17, 13, 5, 0])
        ),
        WordMoves(
            text: "Œuvre l’été d'hiver",
            web: Stops([5, 11, 19], [12, 6, 0]),
            gtk: Stops([5, 7, 11, 13, 19], [14, 12, 8, 6, 0])
        ),
        WordMoves(
            text: "ភាសាខ្មែរ ល្អ",
            web: Stops([9, 13], [10, 0]),
            gtk: Stops([9, 13], [10, 0])
        ),
    ]
}
