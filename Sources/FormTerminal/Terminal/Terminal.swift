import CLinux
import CNcurses
package import EventLoop
import FoundationEssentials
import Glibc

/// The user's terminal, driven by ncurses. There can be only one at a time.
///
/// While the object is open, the terminal shows its alternate screen, reads single keys and reports the mouse and
/// pastes. `close` restores it. If the program crashes, a signal handler does.
@LoopActor
@safe
package final class Terminal {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package let descriptor: Int32
    private let screen: OpaquePointer
    private let files: [UnsafeMutablePointer<FILE>]
    private var palette: Palette
    private var reader = KeyReader()
    /// The canvas that the terminal shows; `nil` if it is unknown.
    private var shown: Canvas?
    private var isOpen = true

    private let ordersTexts: Bool
    /// Whether the terminal was asked for the colour of its background, and has not replied.
    private var isAsked = false
    /// Whether the terminal is the Linux console, whose fonts have few characters.
    private let isConsole: Bool

    /// Enables bracketed paste, and the mouse with positions beyond column 223.
    private static let enteringSequence: StaticString = "\u{1b}[?2004h\u{1b}[?1000h\u{1b}[?1006h"
    /// Asks for the colour of the background (OSC 11).
    private static let askingSequence: StaticString = "\u{1b}]11;?\u{1b}\\"
    /// Disables the terminal's own bidirectional ordering (ECMA-48's BDSM), because this program orders texts itself.
    private static let explicitOrder: StaticString = "\u{1b}[8l"
    private static let leavingSequence: StaticString =
        "\u{1b}[8h\u{1b}[?1006l\u{1b}[?1000l\u{1b}[?2004l"
    /// The restoring sequence after a crash, when ncurses cannot be called: no mouse, the main screen, a cursor, no
    /// colours.
    private static let crashSequence: StaticString =
        "\u{1b}[8h\u{1b}[?2004l\u{1b}[?1000l\u{1b}[?1002l\u{1b}[?1006l\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l\r\n"

    /// Opens the terminal of this process.
    ///
    /// - Parameters:
    ///   - usesColors: false if the environment has `NO_COLOR`.
    ///   - scheme: the colours to use; `nil` for those that suit the terminal's background.
    ///   - ordersTexts: whether this program orders texts from left to right as they are displayed; otherwise the
    ///     terminal does.
    package init(usesColors: Bool, scheme: ColorScheme?, ordersTexts: Bool) throws(Failure) {
        _ = DisplayWidth.isReady
        let name = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? ""
        descriptor = unsafe Glibc.open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw Failure(description: "no terminal: \(unsafe String(cString: strerror(errno)))")
        }
        // This must happen before ncurses changes the terminal's modes.
        _ = unsafe terminal_guard_begin(
            descriptor,
            UnsafeRawPointer(Self.crashSequence.utf8Start).assumingMemoryBound(to: CChar.self)
        )
        // ncurses does not close these files.
        guard let input = unsafe fdopen(descriptor, "r"), let output = unsafe fdopen(dup(descriptor), "w"),
            let screen = unsafe newterm(nil, output, input), terminal_moves() != 0
        else {
            terminal_guard_end()
            Glibc.close(descriptor)
            throw Failure(description: "the terminal “\(name)” (TERM) is not known, or can do too little")
        }
        unsafe self.screen = screen
        unsafe files = [input, output]
        terminal_begin()
        isConsole = name.hasPrefix("linux")
        palette = .none
        self.ordersTexts = ordersTexts
        if usesColors, has_colors(), start_color() == OK {
            use_default_colors()
            use(scheme ?? ColorScheme.ofEnvironment ?? .dark)
        }
        enter()
        // The console is dark, and would show the query.
        guard scheme == nil, ColorScheme.ofEnvironment == nil, !isConsole, case .full = palette else { return }
        send(Self.askingSequence)
        isAsked = true
    }

    private func use(_ scheme: ColorScheme) {
        palette = terminal_colors() >= 256 ? .full(scheme) : .basic(scheme)
        for role in Role.allCases {
            let look = palette.look(of: role)
            init_pair(Int16(role.rawValue) + 1, look.foreground, look.background)
        }
    }

    /// Adapts the colours to the background that the terminal has reported.
    private func takeBackground(isLight: Bool) {
        guard isAsked else { return }
        isAsked = false
        if isLight { use(.light) }
        forgetShown()
    }

    private func enter() {
        send(Self.enteringSequence)
        if ordersTexts { send(Self.explicitOrder) }
    }

    private func send(_ text: StaticString) {
        _ = unsafe write(descriptor, text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Restores the terminal.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        send(Self.leavingSequence)
        endwin()
        // A reply that is on its way is not for the shell.
        if isAsked { tcflush(descriptor, TCIFLUSH) }
        terminal_guard_restore()
        terminal_guard_end()
        unsafe delscreen(screen)
        unsafe files.forEach { unsafe fclose($0) }
    }

    /// Restores the terminal and stops the process (SIGTSTP), for the shell's job control.
    package func stop() {
        send(Self.leavingSequence)
        endwin()
        kill(getpid(), SIGSTOP)
        // The process continues here after SIGCONT.
        enter()
        terminal_redraw()
        shown = nil
    }

    // MARK: Size

    package var size: Size {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Size(width: 80, height: 24)
        }
        return Size(width: Int(size.ws_col), height: Int(size.ws_row))
    }

    /// Adapts to a new size of the terminal's window.
    package func resize() {
        let size = size
        resizeterm(Int32(clamping: size.height), Int32(clamping: size.width))
        forgetShown()
    }

    /// Forces a complete redraw, because the contents of the screen are unknown.
    package func forgetShown() {
        shown = nil
        terminal_redraw()
    }

    // MARK: Drawing

    package func draw(_ canvas: Canvas) {
        guard isOpen else { return }
        for (y, row) in canvas.rows.enumerated() {
            if let shown, shown.width == canvas.width, shown.rows.indices.contains(y), shown.rows[y] == row { continue }
            for (x, cell) in row.enumerated() {
                guard let character = cell.character else { continue }
                put(character, cell.style, x: x, y: y)
            }
        }
        shown = canvas
        if let cursor = canvas.cursor {
            curs_set(1)
            terminal_move(Int32(clamping: cursor.y), Int32(clamping: cursor.x))
        } else {
            curs_set(0)
        }
        terminal_refresh()
    }

    /// The characters that fonts of the Linux console lack, and what it shows in their place.
    private static let consoleCharacters: [Character: Character] = [
        "▴": "↑", "▾": "↓", "◂": "←", "▸": "→", "▌": "│", "▐": "│", "┃": "█", "━": "=", "★": "*", "☆": "·", "✗": "x",
        "●": "#", "…": ".",
    ]

    /// ncurses accepts one character with a width and up to four without. Of an emoji sequence it therefore shows the
    /// first emoji.
    private func put(_ character: Character, _ style: Style, x: Int, y: Int) {
        var cluster: [UInt32] = []
        let shown = isConsole ? Self.consoleCharacters[character] ?? character : character
        for scalar in shown.unicodeScalars.prefix(5) {
            if !cluster.isEmpty, terminal_width(scalar.value) != 0 { break }
            cluster.append(scalar.value)
        }
        cluster += Array(repeating: 0, count: 6 - cluster.count)
        let look = palette.look(of: style.role)
        var attributes = look.attributes
        if style.emphasis.contains(.strong) { attributes |= Palette.Attributes.bold.rawValue }
        if style.emphasis.contains(.emphasis) { attributes |= Palette.Attributes.italic.rawValue }
        if style.emphasis.contains(.underlined) { attributes |= Palette.Attributes.underlined.rawValue }
        let pair: Int32 = if case .none = palette { 0 } else { Int32(style.role.rawValue) + 1 }
        unsafe terminal_put(Int32(clamping: y), Int32(clamping: x), cluster, attributes, pair)
    }

    /// Gives a text to the clipboard of the user's desktop (OSC 52), as far as the terminal passes it on.
    package func copy(_ text: String) {
        guard isOpen, !isConsole, text.utf8.count <= 74_000 else { return }
        let sequence = "\u{1b}]52;c;\(Data(text.utf8).base64EncodedString())\u{1b}\\"
        var bytes = Array(sequence.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    // MARK: Keys

    /// Reads the keys that are available. Call it when the descriptor is readable.
    package func readKeys() -> [Key] {
        guard isOpen else { return [] }
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = unsafe read(descriptor, &buffer, buffer.count)
        return count > 0 ? withoutReports(reader.take(buffer[..<count])) : []
    }

    /// How long to wait for the rest of a sequence before `giveUp`; `nil` if none has begun.
    package var patience: Duration? { reader.patience }

    /// The keys that were the beginning of a sequence, which has not been completed.
    package func giveUp() -> [Key] { reader.giveUp() }

    private func withoutReports(_ keys: [Key]) -> [Key] {
        keys.filter { key in
            guard case .background(let isLight) = key.code else { return true }
            takeBackground(isLight: isLight)
            return false
        }
    }
}
