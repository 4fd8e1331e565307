package import FormModel

extension DefinitionChecks {
    /// What only the engine can say of a definition: whether its formatters and patterns can be made.
    package static let engine = DefinitionChecks(
        formatter: { formatter in
            do {
                _ = try FormTypes.builtIn.makeFormatter(formatter)
                return nil
            } catch {
                return "\(error)"
            }
        },
        advice: { formatter in
            if case .mask(let definition) = formatter { MaskGrammar.advice(about: definition) } else { [] }
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
