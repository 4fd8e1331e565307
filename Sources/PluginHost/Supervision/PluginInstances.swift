import PluginWire

/// The numbers of a process's configured instances. When all numbers are used, the oldest is reused: configuring its
/// instance again costs one frame.
struct PluginInstances {
    private struct Key: Hashable {
        var type: TypeIdentity
        var configuration: String
    }

    private var numbers: [Key: UInt16] = [:]
    private var keys: [Key] = []
    private var nextNumber: UInt16 = 0
    /// The number that was used last, which is nearly always the requested one.
    private var last: UInt16 = 0

    /// The instance's number, and whether the process must still be sent its configuration.
    mutating func number(of type: TypeIdentity, _ configuration: String) -> (number: UInt16, isNew: Bool) {
        if Int(last) < keys.count, keys[Int(last)].type == type, keys[Int(last)].configuration == configuration {
            return (last, false)
        }
        let key = Key(type: type, configuration: configuration)
        if let number = numbers[key] {
            last = number
            return (number, false)
        }
        let number = nextNumber
        nextNumber = (nextNumber + 1) % Configure.instanceLimit
        if Int(number) < keys.count {
            numbers[keys[Int(number)]] = nil
            keys[Int(number)] = key
        } else {
            keys.append(key)
        }
        numbers[key] = number
        last = number
        return (number, true)
    }
}
