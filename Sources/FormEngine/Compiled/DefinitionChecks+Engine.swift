package import FormModel

extension DefinitionChecks {
    /// What only the engine can say of a definition: whether its masks and patterns compile.
    package static let engine = DefinitionChecks(
        mask: { mask in
            do {
                _ = try MaskFormatter(mask)
                return nil
            } catch {
                return "\(error)"
            }
        },
        pattern: { pattern in
            do {
                _ = try CompiledRule(Rule(.regex(pattern: pattern)))
                return nil
            } catch {
                return "\(error)"
            }
        }
    )
}
