package import PluginWire

extension FormatterQuestion: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        let operation = try reader.uint8()
        let locale = try reader.string()
        switch operation {
        case 1:
            let current = try FieldText(from: &reader)
            self.init(.apply(try FieldEdit(from: &reader), to: current), locale: locale)
        case 2: self.init(.format(try reader.string()), locale: locale)
        case 3: self.init(.finish(try FieldText(from: &reader)), locale: locale)
        case 4: self.init(.prefix, locale: locale)
        default: throw .unknownValue(operation, of: "operation of a formatter")
        }
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        switch operation {
        case .apply(let edit, let current):
            writer.uint8(1)
            try writer.string(locale)
            try current.write(to: &writer)
            try edit.write(to: &writer)
        case .format(let text):
            writer.uint8(2)
            try writer.string(locale)
            try writer.string(text)
        case .finish(let current):
            writer.uint8(3)
            try writer.string(locale)
            try current.write(to: &writer)
        case .prefix:
            writer.uint8(4)
            try writer.string(locale)
        }
    }
}

extension FieldText: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        self.init(
            text: try reader.string(),
            selectionStart: Int(try reader.uint32()),
            selectionLength: Int(try reader.uint32()),
            value: try reader.string(),
            isComplete: try reader.bool()
        )
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        try writer.string(text)
        try writer.size(selectionStart)
        try writer.size(selectionLength)
        try writer.string(value)
        writer.bool(isComplete)
    }
}

extension FieldEdit: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        self.init(
            start: Int(try reader.uint32()),
            length: Int(try reader.uint32()),
            replacement: try reader.string(),
            origin: try Origin(from: &reader)
        )
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        try writer.size(start)
        try writer.size(length)
        try writer.string(replacement)
        origin.write(to: &writer)
    }
}

extension FieldEdit.Origin: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        switch try reader.uint8() {
        case 1: self = .key
        case 2: self = .paste
        case 3: self = .deleteBackward
        case 4: self = .deleteForward
        case 5: self = .cut
        case 6: self = .program
        case let other: throw .unknownValue(other, of: "origin of an edit")
        }
    }

    package func write(to writer: inout PayloadWriter) {
        switch self {
        case .key: writer.uint8(1)
        case .paste: writer.uint8(2)
        case .deleteBackward: writer.uint8(3)
        case .deleteForward: writer.uint8(4)
        case .cut: writer.uint8(5)
        case .program: writer.uint8(6)
        }
    }
}
