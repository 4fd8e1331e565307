import FormPlugin

extension CurrencyPlaceholderService {
    /// The keys beside `"service": "currency"`. Keys that are left out have the values of the style `sum`.
    struct Configuration: Decodable, Sendable {
        /// The size of the symbol. All lengths here are logical pixels.
        var fontSize: Double
        var height: Double
        var insets: Insets
        /// The colour of the symbol: `#RRGGBB`, `#AARRGGBB` or a role, such as `accent`.
        var color: String

        struct Insets: Decodable, Sendable {
            /// The distance from the field's top edge.
            var top: Double
            /// The distance between the text and the symbol.
            var left: Double
            /// The minimum distance between the symbol and the field's right edge.
            var right: Double
        }
    }
}

extension CurrencyPlaceholderService.Configuration {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case fontSize, height, insets, color
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(except: CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        fontSize = try container.decodeIfPresent(Double.self, forKey: .fontSize) ?? 50
        height = try container.decodeIfPresent(Double.self, forKey: .height) ?? 54
        insets = try container.decodeIfPresent(Insets.self, forKey: .insets) ?? Insets(top: 37, left: 10, right: 16)
        color = try container.decodeIfPresent(String.self, forKey: .color) ?? "secondary"
    }

    func check() throws {
        try check("/fontSize", fontSize, in: 1...1000)
        try check("/height", height, in: 0...10_000)
        try check("/insets/top", insets.top, in: 0...10_000)
        try check("/insets/left", insets.left, in: 0...10_000)
        try check("/insets/right", insets.right, in: 0...10_000)
        guard PlaceholderLayer.isColorOrRole(color) else {
            throw ConfigurationError("/color: \(color) is neither #RRGGBB nor #AARRGGBB nor a role")
        }
    }

    private func check(_ path: String, _ value: Double, in range: ClosedRange<Double>) throws {
        guard range.contains(value) else {
            throw ConfigurationError("\(path): \(value) is not between \(range.lowerBound) and \(range.upperBound)")
        }
    }
}

extension CurrencyPlaceholderService.Configuration.Insets {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case top, left, right
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(except: CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        top = try container.decode(Double.self, forKey: .top)
        left = try container.decode(Double.self, forKey: .left)
        right = try container.decode(Double.self, forKey: .right)
    }
}
