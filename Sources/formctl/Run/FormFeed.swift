import EventLoop
import FormClient
import Glibc

/// Changes a field of a form while it is shown: by what a script writes to standard input, or appends to a file.
@LoopActor
final class FormFeed {
    enum Kind: Sendable {
        /// Lines with a percentage, and texts between lines `XXX`, for a slider.
        case gauge
        /// Lines with a percentage, and texts behind `#`, for a slider; it may end at 100.
        case progress(endsWhenFull: Bool)
        /// Lines of which the last ones are shown.
        case lines(endsWithInput: Bool)
        /// A file of which the last lines are shown.
        case file(String)
    }

    /// How many lines are shown at most, and how many bytes of a file are read for them.
    private static let shownLines = 100, shownBytes: off_t = 1 << 15

    private let kind: Kind
    private let field: SessionField
    /// Is called at the end of the input.
    private let end: @LoopActor () -> Void
    private var source: EventSource?
    /// The bytes behind the last line break.
    private var partial: [UInt8] = []
    /// The lines since an opening `XXX`; `nil` outside of such a block.
    private var block: [String]?
    /// The last lines, which are shown.
    private var lines: [String] = []
    private var size: off_t = 0

    init(_ kind: Kind, _ field: SessionField, end: @escaping @LoopActor () -> Void) throws {
        (self.kind, self.field, self.end) = (kind, field, end)
        if case .file(let path) = kind {
            source = try EventLoop.shared.addTimer(after: .zero) { [weak self] in self?.readEnd(of: path) }
        } else {
            source = try? EventLoop.shared.addIO(descriptor: STDIN_FILENO, events: .readable) { [weak self] _ in
                self?.readInput()
            }
            // A regular file cannot be waited for, and need not be.
            if source == nil { while readInput() {} }
        }
    }

    /// Returns false at the end.
    @discardableResult
    private func readInput() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        let count = read(STDIN_FILENO, &chunk, chunk.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return true }
        partial += chunk.prefix(max(count, 0))
        // The last line may have no line break.
        if count <= 0, !partial.isEmpty { partial.append(UInt8(ascii: "\n")) }
        let parts = partial.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        partial = Array(parts.last ?? [])
        for line in parts.dropLast() { take(String(decoding: line, as: UTF8.self)) }
        if case .lines = kind { showLines() }
        guard count <= 0 else { return true }
        source?.cancel()
        switch kind {
        case .progress: take("100")
        case .lines(endsWithInput: false): break
        default: end()
        }
        return false
    }

    private func take(_ line: String) {
        switch kind {
        case .gauge where line == "XXX":
            guard var lines = block else { return block = [] }
            if let first = lines.first, showPercent(first) { lines.removeFirst() }
            field.set(\.hint, to: lines.joined(separator: "\n").replacing("\\n", with: "\n"))
            block = nil
        case .gauge where block != nil: block?.append(line)
        case .progress where line.hasPrefix("#"): field.set(\.hint, to: String(line.dropFirst().drop { $0 == " " }))
        case .gauge, .progress: showPercent(line)
        case .lines, .file: lines = (lines + [line]).suffix(Self.shownLines)
        }
    }

    /// Returns false if the line has no number.
    @discardableResult
    private func showPercent(_ line: String) -> Bool {
        guard let number = Double(line.prefix { !$0.isWhitespace && $0 != "%" }), number.isFinite else { return false }
        let percent = Int(min(max(number, 0), 100))
        field.set(\.text, to: String(percent))
        if case .progress(endsWhenFull: true) = kind, percent == 100 { end() }
        return true
    }

    private func showLines() { field.set(\.text, to: lines.joined(separator: "\n")) }

    private func readEnd(of path: String) {
        source?.schedule(after: .milliseconds(500))
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let newSize = lseek(descriptor, 0, SEEK_END)
        guard newSize != size else { return }
        size = newSize
        var bytes = [UInt8](repeating: 0, count: Int(min(newSize, Self.shownBytes)))
        let count = pread(descriptor, &bytes, bytes.count, max(newSize - Self.shownBytes, 0))
        lines = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        .suffix(Self.shownLines).map(String.init)
        showLines()
    }
}
