/// A field that is ready to use: `{"id": "phone", "extends": "phone"}`. A key of the field replaces the preset's;
/// only `appearance` goes over it.
package enum Preset: String, Sendable, CaseIterable {
    case password, name, email, phone, cardExpirationDate, cvc, cardNumber, qrCode, birthday, sex, comment, sum
}

extension Preset {
    /// The preset as a field of a definition.
    var definition: JSONValue? {
        Self.document?.root.object?[rawValue]
    }

    /// Read once. The tests make sure that it has every preset.
    private static let document = try? JSONDocument(PresetDefinitions.json)
}
