extension ValueType {
    /// How many bytes the type takes in a signature; nil if D-Bus has no such type, or not below so many arrays and
    /// structures.
    func signatureLength(arrays: Int = 0, structures: Int = 0) -> Int? {
        guard arrays <= SignatureParser.maximumArrayDepth, structures <= SignatureParser.maximumStructureDepth else {
            return nil
        }
        let length: Int
        switch self {
        case .array(let element):
            guard let inner = element.signatureLength(arrays: arrays + 1, structures: structures) else { return nil }
            length = 1 + inner
        case .dictionary(let key, let value):
            guard key.isBasic, arrays < SignatureParser.maximumArrayDepth,
                let inner = value.signatureLength(arrays: arrays + 1, structures: structures + 1)
            else { return nil }
            length = 4 + inner
        case .structure(let members):
            guard !members.isEmpty else { return nil }
            var sum = 2
            for member in members {
                guard let inner = member.signatureLength(arrays: arrays, structures: structures + 1) else { return nil }
                sum += inner
                if sum > SignatureParser.maximumLength { return nil }
            }
            length = sum
        default:
            length = 1
        }
        return length <= SignatureParser.maximumLength ? length : nil
    }
}
