package import PluginWire

/// What `plugin.json` says of a plug-in. It is read without running any of the plug-in's code.
package struct PluginManifest: Sendable, Hashable {
    /// An identifier. Of several plug-ins with one name, the first in the search path counts.
    package var name: String
    /// The plug-in's own; shown, not compared.
    package var version: String
    /// A path below the manifest's folder.
    package var program: String
    /// At least one; no two alike.
    package var types: [TypeIdentity]
    /// Whether it asks to see secrets. The administrator has the last word.
    package var secrets: Bool
    /// Absolute paths beyond its own folder and the system's libraries that the plug-in may read.
    package var reads: [String]
    /// Whether it may start threads.
    package var threads: Bool
}

/// Why a plug-in is not used, in words for whoever installed it.
package struct PluginRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) {
        self.description = description
    }
}
