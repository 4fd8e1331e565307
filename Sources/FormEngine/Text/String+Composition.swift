@_spi(_Unicode) import Swift

extension String {
    /// In Unicode's normalization form C: `e` and a combining accent become `é`, so that sets and values have one
    /// spelling of it.
    ///
    /// The standard library has it for its own use only, and the alternative is all of Foundation.
    var composed: String {
        if isComposed { return self }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }

    /// Whether this is certain without a closer look: no code point below 300 combines.
    @inline(__always)
    var isComposed: Bool {
        utf8.allSatisfy { $0 < 0xCC }
    }
}

extension Character {
    /// In normalization form C, where that is one cluster, as it always is.
    var composed: Character {
        let text = String(self)
        guard !text.isComposed else { return self }
        let composed = text.composed
        return composed.count == 1 ? composed.first ?? self : self
    }
}
