package import PluginWire

extension TextToMeasure: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        self.init(
            text: try reader.string(),
            fontFamily: try reader.string(),
            fontSize: try reader.double(),
            lineHeight: try reader.double(),
            width: try reader.double()
        )
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        try writer.string(text)
        try writer.string(fontFamily)
        try writer.double(fontSize)
        try writer.double(lineHeight)
        try writer.double(width)
    }
}

extension TextMeasure: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        self.init(
            lines: Int(try reader.uint32()),
            height: try reader.double(),
            width: try reader.double()
        )
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        try writer.size(lines)
        try writer.double(height)
        try writer.double(width)
    }
}
