import DBus
import FormEngine
import FormModel
import FormPlugin

/// The values of the Field interface's structured properties.
extension Value {
    static func frame(_ frame: Frame) -> Value {
        .structure([.double(frame.x), .double(frame.y), .double(frame.width), .double(frame.height)])
    }

    /// `aa{sv}`
    static func placeholders(_ layers: [PlacedLayer]) -> Value {
        .array(
            .properties,
            layers.map { placed in
                .properties([
                    ("service", .string(placed.service)),
                    ("text", .string(placed.layer.text)),
                    ("visible", .boolean(placed.layer.isVisible)),
                    ("frame", .frame(placed.layer.frame)),
                    ("fontSize", .double(placed.layer.fontSize)),
                    ("color", .string(placed.layer.color)),
                    ("position", .string(placed.layer.position)),
                ])
            }
        )
    }
}
