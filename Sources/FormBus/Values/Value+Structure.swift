import DBus
import FormEngine

/// The values of the Session interface's properties about groups and pages.
extension Value {
    /// `a(ssauuu)`: name, label of a row, the rows' numbers, least and most rows.
    static func groups(_ groups: [GroupReading]) -> Value {
        .array(
            .structure([.string, .string, .array(.uint32), .uint32, .uint32]),
            groups.map { group in
                .structure([
                    .string(group.id), .string(group.label),
                    .array(.uint32, group.rows.map { .uint32(UInt32(clamping: $0)) }),
                    .uint32(UInt32(clamping: group.minimum)), .uint32(UInt32(clamping: group.maximum)),
                ])
            }
        )
    }

    /// `a(sas)`: title, and the names of the fields.
    static func pages(_ pages: [Form.PageReading]) -> Value {
        .array(
            .structure([.string, .array(.string)]),
            pages.map { .structure([.string($0.title), .strings($0.fields)]) }
        )
    }
}
