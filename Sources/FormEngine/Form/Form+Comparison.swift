extension Form {
    /// The changes to announce when this form replaces an earlier state of it and the operations in between are
    /// unknown.
    package func changes(since former: Form) -> [Change] {
        var changes: [Change] = []
        let added = fields.indices.filter { former.index(ofField: name(ofField: $0)) == nil }
        let removed = former.fields.indices.map { former.name(ofField: $0) }.filter { index(ofField: $0) == nil }
        if !added.isEmpty || !removed.isEmpty { changes.append(.rows(added: added, removed: removed)) }
        for index in fields.indices {
            guard let earlier = former.index(ofField: name(ofField: index)) else { continue }
            let (now, before) = (field(index), former.field(earlier))
            let properties = FieldProperties.all.filter { FieldProperty.table[$0].differs(now, before) }
            if !properties.isEmpty { changes.append(.fieldProperties(index, properties)) }
            if properties.contains(.state) {
                changes.append(
                    .field(index, .stateChanged(now.field.containerState, previous: before.field.containerState))
                )
            }
            if properties.contains(.height) {
                changes.append(.field(index, .heightChanged(now.height, previous: before.height)))
            }
            if now.text != before.text { changes.append(.field(index, .textChanged(.program))) }
            if properties.contains(.date) { changes.append(.field(index, .dateChanged)) }
        }
        let properties = SessionProperties.all.filter { SessionProperty.table[$0].differs(reading, former.reading) }
        if !properties.isEmpty { changes.append(.sessionProperties(properties)) }
        if reading.state == .submitted, former.reading.state != .submitted { changes.append(.session(.submitted)) }
        return changes
    }
}
