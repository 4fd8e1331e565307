/// Fields that are ready to use: `{"id": "phone", "extends": "phone"}`. What the field says itself replaces what the
/// preset says of the same key; `appearance` is merged.
package enum Preset: String, Sendable, CaseIterable {
    case password, name, email, phone, cardExpirationDate, cvc, cardNumber, qrCode, birthday, sex, comment, sum
}

extension Preset {
    /// The preset as a field of a definition.
    var definition: JSONValue? {
        Self.document?.root.object?[rawValue]
    }

    /// Read once. The tests see to it that every preset is there.
    private static let document = try? JSONDocument(PresetDefinitions.json)
}
