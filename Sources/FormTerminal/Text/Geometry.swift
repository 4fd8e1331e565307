/// A position on the screen or in a canvas: columns from the left, lines from the top.
package struct Point: Sendable, Hashable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// A size in columns and lines.
package struct Size: Sendable, Hashable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
