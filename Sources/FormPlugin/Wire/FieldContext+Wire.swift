package import PluginWire

extension FieldContext: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        self.init(
            fieldState: try FieldState(from: &reader),
            containerState: try ContainerState(from: &reader),
            text: try reader.string(),
            placeholder: try reader.string(),
            width: try reader.double(),
            inputFrame: try Frame(from: &reader),
            hasActionButton: try reader.bool()
        )
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        fieldState.write(to: &writer)
        containerState.write(to: &writer)
        try writer.string(text)
        try writer.string(placeholder)
        try writer.double(width)
        try inputFrame.write(to: &writer)
        writer.bool(hasActionButton)
    }
}

extension Frame: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        self.init(
            x: try reader.double(),
            y: try reader.double(),
            width: try reader.double(),
            height: try reader.double()
        )
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        try writer.double(x)
        try writer.double(y)
        try writer.double(width)
        try writer.double(height)
    }
}

extension FieldState: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        switch try reader.uint8() {
        case 1: self = .normal
        case 2: self = .active
        case 3: self = .disabled
        case let other: throw .unknownValue(other, of: "field state")
        }
    }

    package func write(to writer: inout PayloadWriter) {
        switch self {
        case .normal: writer.uint8(1)
        case .active: writer.uint8(2)
        case .disabled: writer.uint8(3)
        }
    }
}

extension ContainerState: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        switch try reader.uint8() {
        case 1: self = .error
        case 2: self = .active
        case 3: self = .normal
        case 4: self = .disabled
        case let other: throw .unknownValue(other, of: "container state")
        }
    }

    package func write(to writer: inout PayloadWriter) {
        switch self {
        case .error: writer.uint8(1)
        case .active: writer.uint8(2)
        case .normal: writer.uint8(3)
        case .disabled: writer.uint8(4)
        }
    }
}
