extension [Double] {
    /// Of a sorted array: the value that `fraction` of the values do not exceed. 0 when there are none.
    func percentile(_ fraction: Double) -> Double {
        guard !isEmpty else { return 0 }
        let rank = Int((Double(count) * fraction).rounded(.up)) - 1
        return self[Swift.min(Swift.max(rank, 0), count - 1)]
    }

    /// Of an array in any order; the mean of the middle two when they are even in number. 0 when there are none.
    var median: Double {
        let sorted = sorted()
        guard !isEmpty else { return 0 }
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}

extension Double {
    /// In the decimal system, with a point and without grouping.
    func fixed(_ decimals: Int) -> String {
        guard isFinite, magnitude < 1e15 else { return "\(self)" }
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((magnitude * Double(scale)).rounded())
        let whole = (self < 0 && scaled != 0 ? "-" : "") + String(scaled / scale)
        guard decimals > 0 else { return whole }
        let fraction = String(scaled % scale)
        return whole + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }
}
