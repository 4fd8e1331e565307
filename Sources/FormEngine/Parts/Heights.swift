/// The heights of a form's fields, and sums of them. A change and a sum take time proportional to the logarithm of the
/// number of fields (a Fenwick tree).
struct Heights: Sendable {
    /// In units of 1/1024 logical pixel, because sums of integers do not drift. The element at index `i` is the sum of
    /// the heights of the last `n` fields up to field `i`, where `n` is the lowest set bit of `i + 1`.
    private var sums: [Int64] = []

    init() {}

    init(_ heights: some Collection<Double>) {
        sums = heights.map(Self.units)
        for index in sums.indices {
            let parent = index | (index + 1)
            if parent < sums.count { sums[parent] += sums[index] }
        }
    }

    private static func units(_ height: Double) -> Int64 {
        Int64(exactly: (height * 1024).rounded()) ?? 0
    }

    mutating func change(_ index: Int, from old: Double, to new: Double) {
        let difference = Self.units(new) - Self.units(old)
        var index = index
        while index < sums.count {
            sums[index] += difference
            index |= index + 1
        }
    }

    /// The sum in logical pixels.
    func sum(of range: Range<Int>) -> Double {
        Double(sum(before: range.upperBound) - sum(before: range.lowerBound)) / 1024
    }

    private func sum(before end: Int) -> Int64 {
        var sum: Int64 = 0
        var index = end
        while index > 0 {
            sum += sums[index - 1]
            index &= index - 1
        }
        return sum
    }
}

/// The part of a form that its client shows, in logical pixels.
struct Viewport: Sendable, Equatable {
    /// 0 if the client does not scroll.
    var height = 0.0
    /// The height that an on-screen keyboard covers.
    var keyboardInset = 0.0
    var scrollOffset = 0.0

    /// Throws `outOfRange`.
    mutating func resize(height: Double, keyboardInset: Double) throws(FormError) {
        for length in [height, keyboardInset] where !(length.isFinite && length >= 0 && length <= 65_536) {
            throw FormError(.outOfRange, "the length \(length) is not from 0 to 65536")
        }
        self.height = height
        self.keyboardInset = keyboardInset
    }

    /// Scrolls as little as necessary, so that a field is in the part of the viewport that the keyboard does not cover.
    ///
    /// - Parameters:
    ///   - field: the field's upper and lower edge in the content; `nil` if no field has to be in view.
    ///   - content: the content's height.
    mutating func scroll(to field: ClosedRange<Double>?, content: Double) {
        guard height > 0 else {
            scrollOffset = 0
            return
        }
        let visible = max(0, height - keyboardInset)
        var offset = scrollOffset
        if let field {
            offset = max(offset, field.upperBound - visible)
            offset = min(offset, field.lowerBound)
        }
        scrollOffset = min(max(offset, 0), max(0, content - visible))
    }
}
