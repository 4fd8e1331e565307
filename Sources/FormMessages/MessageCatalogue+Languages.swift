import MessageFiles
import Synchronization

extension MessageCatalogue {
    /// The catalogues by language.
    package static let languages: [String: Embedded] = {
        var languages: [String: Embedded] = [:]
        var file = unsafe message_files()
        while let entry = unsafe file, let language = unsafe entry.pointee.language {
            unsafe languages[String(cString: language)] = unsafe Embedded(entry.pointee)
            unsafe file = entry + 1
        }
        return languages
    }()

    /// A catalogue that is part of the program. It is read when it is first used.
    @safe
    package final class Embedded: Sendable {
        private let language: String
        /// The bytes of the file, which are constant and exist as long as the program runs.
        private nonisolated(unsafe) let text: UnsafeBufferPointer<CChar>
        private let catalogue = Mutex<MessageCatalogue?>(nil)

        fileprivate init(_ file: message_file) {
            language = unsafe String(cString: file.language)
            unsafe text = unsafe UnsafeBufferPointer(start: file.text, count: file.length)
        }

        package func callAsFunction() -> MessageCatalogue {
            catalogue.withLock { catalogue in
                if let catalogue { return catalogue }
                let text = unsafe String(decoding: UnsafeRawBufferPointer(text), as: UTF8.self)
                let read = MessageCatalogue(language: language, file: text)
                catalogue = read
                return read
            }
        }
    }

    /// The catalogue for a BCP 47 tag: that of its language, for any region; English for every other language. Chinese
    /// is traditional in Taiwan, Hong Kong and Macao, and if the tag names that script.
    package static func nearest(to locale: String) -> MessageCatalogue {
        let subtags = subtags(of: locale)
        guard var language = subtags.first.map(String.init) else { return english }
        if language == "zh" {
            let isTraditional =
                subtags.contains("hant")
                || !subtags.contains("hans") && !subtags.allSatisfy { !["tw", "hk", "mo"].contains($0) }
            language = isTraditional ? "zh-Hant" : "zh-Hans"
        }
        return languages[language]?() ?? english
    }
}
