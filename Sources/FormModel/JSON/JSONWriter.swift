/// Writes values of documents as JSON without white space.
package enum JSONWriter {
    /// The text of a value; numbers and escapes keep their spelling.
    package static func text(of value: JSONValue) -> String {
        var bytes: [UInt8] = []
        append(value.document.source(at: value.index), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Merges objects: the members of later ones replace those of earlier ones, except that objects are merged
    /// recursively. Top-level members with a key in `omitted` are left out. Values that are not objects count as empty
    /// objects.
    package static func text(merging objects: [JSONValue], omitting omitted: Set<String> = []) -> String {
        var bytes: [UInt8] = []
        append(merging: objects, omitting: omitted, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The depth of recursion is that of the documents, at most `DefinitionLimits.depth`.
    private static func append(merging objects: [JSONValue], omitting omitted: Set<String>, to bytes: inout [UInt8]) {
        // Keys are compared as bytes, because strings that differ only in normalization are equal, but such keys are
        // different.
        var positions: [[UInt8]: Int] = [:]
        var merged: [(key: JSONObject.Member, values: [JSONValue])] = []
        for object in objects {
            for member in object.object?.members ?? [] where !omitted.contains(member.key) {
                let position = positions[Array(member.key.utf8), default: merged.count]
                if position == merged.count {
                    positions[Array(member.key.utf8)] = position
                    merged.append((member, [member.value]))
                } else if member.value.kind == .object {
                    merged[position].values.append(member.value)
                } else {
                    merged[position].values = [member.value]
                }
            }
        }
        bytes.append(UInt8(ascii: "{"))
        for (position, (member, values)) in merged.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: member.value.document.source(at: member.value.index - 1))
            bytes.append(UInt8(ascii: ":"))
            let objects = Array(values.suffix(while: { $0.kind == .object }))
            if objects.count > 1 {
                append(merging: objects, omitting: [], to: &bytes)
            } else if let value = values.last {
                append(value.document.source(at: value.index), to: &bytes)
            }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends JSON without the white space between its tokens.
    private static func append(_ source: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        var isInString = false
        var isEscaped = false
        for byte in source {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case 0x20, 0x0A, 0x0D, 0x09: if !isInString { continue }
            default: break
            }
            bytes.append(byte)
        }
    }
}

extension BidirectionalCollection {
    /// The longest suffix of the collection whose elements all satisfy a condition.
    fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, condition(self[index(before: start)]) { formIndex(before: &start) }
        return self[start...]
    }
}
