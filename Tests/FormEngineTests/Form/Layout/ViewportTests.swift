import FormEngine
import FormModel
import Testing

@Suite("The viewport")
struct ViewportTests {
    /// Ten fields of 77 pixels each, seen through 200 pixels.
    static func driver() throws -> FormDriver {
        var form = try FormDriver((0..<10).map { FormDriver.field("f\($0)") })
        try form.perform(.setViewport(height: 200, keyboardInset: 0))
        return form
    }

    @Test(
        "the viewport scrolls only as far as necessary to show the focused field",
        arguments: [
            // Each with the focus before it.
            ([0], 0), ([1], 0), ([2], 31), ([9], 570), ([9, 8], 570), ([9, 7], 539), ([9, 8, 0], 0), ([5, 4], 262),
            ([5, 3], 231),
        ] as [([Int], Double)]
    )
    func least(_ focused: [Int], _ offset: Double) throws {
        var form = try Self.driver()
        for index in focused { try form.perform(.field(index, .focus)) }
        #expect(form.form.scrollOffset == offset)
    }

    @Test("the viewport keeps the field above the keyboard, however much it covers")
    func keyboard() throws {
        var form = try Self.driver()
        try form.perform(.field(1, .focus))
        try form.perform(.setViewport(height: 200, keyboardInset: 100))
        #expect(form.form.scrollOffset == 54)
        try form.perform(.setViewport(height: 200, keyboardInset: 150))
        // Of a field that is higher than what is free, the top.
        #expect(form.form.scrollOffset == 77)
        try form.perform(.setViewport(height: 200, keyboardInset: 500))
        #expect(form.form.scrollOffset == 77)
        try form.perform(.setViewport(height: 0, keyboardInset: 0))
        #expect(form.form.scrollOffset == 0)
    }

    @Test("the viewport follows a field that grows during typing, and leaves no gap when it shrinks")
    func growing() throws {
        var fields = (0..<3).map { FormDriver.field("f\($0)") }
        fields.append(FormDriver.field("view", .textView))
        var form = try FormDriver(fields)
        try form.perform(.setViewport(height: 200, keyboardInset: 0))
        try form.perform(.field(3, .focus))
        let start = form.form.scrollOffset
        #expect(start == form.form.contentHeight - 200)
        var last = start
        for _ in 0..<6 {
            try form.perform(.field(3, .insertText("line\n")))
            #expect(form.form.scrollOffset >= last)
            last = form.form.scrollOffset
        }
        #expect(last > start)
        #expect(form.form.field(3).height > 200 ? last == 231 : last == form.form.contentHeight - 200)
        try form.perform(.field(3, .setText("", formats: true, validates: false)))
        #expect(form.form.scrollOffset == start)
    }

    @Test("the viewport moves by as much as the fields above grow or shrink")
    func above() throws {
        var form = try Self.driver()
        let long = String(repeating: "long ", count: 30)
        try form.perform(.field(9, .setError(long)))
        try form.perform(.field(5, .focus))
        let offset = form.form.scrollOffset
        try form.perform(.field(9, .resetError), .field(0, .setError(long)))
        #expect(form.form.scrollOffset > offset)
    }

    @Test("the viewport shows the first invalid field after a validation without a focused field")
    func invalid() throws {
        var form = try FormDriver((0..<10).map { index in FormDriver.field("f\(index)") { $0.isRequired = index > 5 } })
        try form.perform(.setViewport(height: 200, keyboardInset: 0))
        _ = try form.form.perform([.validate(force: true)])
        #expect(form.form.scrollOffset == 7 * 77 - 200)
        try form.perform(.field(0, .focus))
        #expect(form.form.scrollOffset == 0)
    }

    @Test(
        "a viewport with an impossible size is refused",
        arguments: [(-1, 0), (0, -1), (65_537, 0), (.nan, 0), (0, .infinity)] as [(Double, Double)]
    )
    func refused(_ height: Double, _ keyboard: Double) throws {
        var form = try Self.driver()
        #expect(throws: FormError.self) { try form.perform(.setViewport(height: height, keyboardInset: keyboard)) }
    }
}
