import FormEngine

extension [Change] {
    /// These changes and later ones of the same transaction: what changed of one object stays one announcement.
    func merging(_ later: [Change]) -> [Change] {
        var merged = self
        for change in later {
            switch change {
            case .fieldProperties(let field, let properties):
                merged.mergeProperties(properties, ofField: field)
            case .sessionProperties(let properties):
                merged.mergeSessionProperties(properties)
            case .field, .session, .rows:
                merged.append(change)
            }
        }
        return merged
    }

    private mutating func mergeProperties(_ properties: FieldProperties, ofField field: Int) {
        for index in indices {
            guard case .fieldProperties(field, let present) = self[index] else { continue }
            self[index] = .fieldProperties(field, present.union(properties))
            return
        }
        append(.fieldProperties(field, properties))
    }

    private mutating func mergeSessionProperties(_ properties: SessionProperties) {
        for index in indices {
            guard case .sessionProperties(let present) = self[index] else { continue }
            self[index] = .sessionProperties(present.union(properties))
            return
        }
        append(.sessionProperties(properties))
    }
}
