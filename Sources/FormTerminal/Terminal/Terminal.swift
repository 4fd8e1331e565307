import CLinux
import CNcurses
package import EventLoop
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
    private let palette: Palette
    private var reader = KeyReader()
    /// The canvas that the terminal shows; `nil` if it is unknown.
    private var shown: Canvas?
    private var isOpen = true

    private let ordersTexts: Bool

    /// Enables bracketed paste, which ncurses does not do.
    private static let enteringSequence: StaticString = "\u{1b}[?2004h"
    /// Disables the terminal's own bidirectional ordering (ECMA-48's BDSM), because this program orders texts itself.
    private static let explicitOrder: StaticString = "\u{1b}[8l"
    private static let leavingSequence: StaticString = "\u{1b}[8h\u{1b}[?2004l"
    /// The restoring sequence after a crash, when ncurses cannot be called: no mouse, the main screen, a cursor, no
    /// colours.
    private static let crashSequence: StaticString =
        "\u{1b}[8h\u{1b}[?2004l\u{1b}[?1000l\u{1b}[?1002l\u{1b}[?1006l\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l\r\n"

    /// Opens the terminal of this process.
    ///
    /// - Parameters:
    ///   - usesColors: false if the environment has `NO_COLOR`.
    ///   - ordersTexts: whether this program orders texts from left to right as they are displayed; otherwise the
    ///     terminal does.
    package init(path: String = "/dev/tty", usesColors: Bool, ordersTexts: Bool) throws(Failure) {
        _ = DisplayWidth.isReady
        descriptor = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw Failure(description: "no terminal: \(path): \(unsafe String(cString: strerror(errno)))")
        }
        // This must happen before ncurses changes the terminal's modes.
        _ = unsafe terminal_guard_begin(
            descriptor,
            UnsafeRawPointer(Self.crashSequence.utf8Start).assumingMemoryBound(to: CChar.self)
        )
        // ncurses does not close these files.
        guard let input = unsafe fdopen(descriptor, "r"), let output = unsafe fdopen(dup(descriptor), "w"),
            let screen = unsafe newterm(nil, output, input)
        else {
            terminal_guard_end()
            Glibc.close(descriptor)
            let name = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? ""
            throw Failure(description: "the terminal “\(name)” (TERM) is not known, or can do too little")
        }
        unsafe self.screen = screen
        unsafe files = [input, output]
        terminal_begin()
        terminal_define_keys()
        palette = Self.preparePalette(usesColors)
        self.ordersTexts = ordersTexts
        enter()
    }

    private static func preparePalette(_ usesColors: Bool) -> Palette {
        guard usesColors, has_colors(), start_color() == OK else { return .none }
        use_default_colors()
        let palette: Palette = terminal_colors() >= 256 ? .full : .basic
        for role in Role.allCases {
            let look = palette.look(of: role)
            init_pair(Int16(role.rawValue) + 1, look.foreground, look.background)
        }
        return palette
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

    /// ncurses accepts one character with a width and up to four without. Of an emoji sequence it therefore shows the
    /// first emoji.
    private func put(_ character: Character, _ style: Style, x: Int, y: Int) {
        var cluster: [UInt32] = []
        for scalar in character.unicodeScalars.prefix(5) {
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

    // MARK: Keys

    /// The keys that are available.
    package func readKeys() -> [Key] {
        guard isOpen else { return [] }
        while true {
            var value: UInt32 = 0
            let result = unsafe terminal_read(&value)
            if result == terminal_key_code_yes() {
                reader.take(code: Int32(bitPattern: value))
            } else if result == OK, let scalar = Unicode.Scalar(value) {
                reader.take(scalar)
            } else {
                return reader.finish()
            }
        }
    }
}
