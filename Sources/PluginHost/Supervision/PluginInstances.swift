import PluginWire

/// The numbers under which a process knows its configured instances. When all are taken, the oldest is given
/// away: to configure its instance again costs one frame.
struct PluginInstances {
    private struct Key: Hashable {
        var type: TypeIdentity
        var configuration: String
    }

    private var numbers: [Key: UInt16] = [:]
    private var keys: [Key] = []
    private var nextNumber: UInt16 = 0
    /// The number that was used last, which is nearly always the one that is sought.
    private var last: UInt16 = 0

    /// The instance's number, and whether the process has yet to be told of it.
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
