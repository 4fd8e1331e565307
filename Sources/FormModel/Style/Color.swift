/// A colour as 0xAARRGGBB.
package struct Color: Sendable, Hashable {
    package var argb: UInt32

    package init(argb: UInt32) {
        self.argb = argb
    }
}
