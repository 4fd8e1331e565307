import CBusBench

/// A method of an object on a bus.
struct BusMethod {
    var destination: String
    var path: String
    var interface: String
    var member: String
    /// "", "s", or "a{sv}" or "sa{sv}" with an empty dictionary.
    var signature: String

    /// Lends the C value to `body`.
    func withCValue<Result>(_ body: (bench_method) throws -> Result) rethrows -> Result {
        try unsafe destination.withCString { destination in
            try unsafe path.withCString { path in
                try unsafe interface.withCString { interface in
                    try unsafe member.withCString { member in
                        try unsafe signature.withCString { signature in
                            try unsafe body(
                                bench_method(
                                    destination: destination,
                                    path: path,
                                    interface: interface,
                                    member: member,
                                    signature: signature
                                )
                            )
                        }
                    }
                }
            }
        }
    }
}

/// What is called over and over: one key after another, and a reset when all were typed.
struct BusLoad {
    /// Takes a string, answers (text, caret, accepted).
    var key: BusMethod
    /// Takes an empty string; brings the field back to where the first key is typed.
    var reset: BusMethod

    /// The ten digits of a telephone number.
    static let keys: [StaticString] = ["9", "1", "6", "1", "2", "3", "4", "5", "6", "7"]

    /// Lends the C value to `body`.
    func withCValue<Result>(_ body: (UnsafePointer<bench_load>) throws -> Result) rethrows -> Result {
        // A static string's bytes live as long as the program.
        let texts = unsafe Self.keys.map { unsafe UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) }
        return try unsafe texts.map(Optional.init).withUnsafeBufferPointer { texts in
            try unsafe key.withCValue { key in
                try unsafe reset.withCValue { reset in
                    let load = unsafe bench_load(
                        key: key,
                        reset: reset,
                        texts: texts.baseAddress,
                        text_count: texts.count
                    )
                    return try unsafe withUnsafePointer(to: load, body)
                }
            }
        }
    }
}
