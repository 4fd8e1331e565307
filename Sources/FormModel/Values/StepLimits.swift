/// The size of a step and the range of values, as a field's rules define them.
package struct StepLimits: Sendable {
    /// `nil` if no rule defines a step: then a step is 1, or one unit of the component that is stepped, relative to the
    /// current value.
    package var step: DecimalNumber?
    /// Valid values differ from this by a multiple of the step.
    package var base = DecimalNumber.zero
    private var minimum: Bound?
    private var maximum: Bound?

    private struct Bound {
        var number: DecimalNumber
        var isExclusive: Bool
    }

    package init() {}

    /// Takes over a bound that is narrower than the present one.
    package mutating func tighten(minimum number: DecimalNumber, isExclusive: Bool = false) {
        if let minimum, number < minimum.number || number == minimum.number && minimum.isExclusive { return }
        minimum = Bound(number: number, isExclusive: isExclusive)
    }

    package mutating func tighten(maximum number: DecimalNumber, isExclusive: Bool = false) {
        if let maximum, maximum.number < number || number == maximum.number && maximum.isExclusive { return }
        maximum = Bound(number: number, isExclusive: isExclusive)
    }
}

// MARK: - Numbers

extension StepLimits {
    /// The number `count` steps above another one, or below it if `count` is negative; `nil` if no step is possible.
    ///
    /// As in HTML, the first step from a number that is not on the grid moves to the nearest number that is.
    package func number(from start: DecimalNumber?, by count: Int) -> DecimalNumber? {
        let from = start ?? .zero
        let all = [from, base, step ?? .zero, minimum?.number ?? .zero, maximum?.number ?? .zero]
        let scale = all.map(\.fraction.utf8.count).max() ?? 0
        guard let position = from.wholeUnits(scale: scale),
            let step = (step ?? DecimalNumber(1)).wholeUnits(scale: scale),
            let base = (self.step == nil ? from : base).wholeUnits(scale: scale),
            let grid = StepGrid(step: step, base: base), let moved = grid.moved(position, by: Int128(count))
        else { return nil }
        func edge(_ bound: Bound?, below: Bool) -> Int128? {
            guard let bound, let units = bound.number.wholeUnits(scale: scale) else { return nil }
            let last = bound.isExclusive ? (below ? units - 1 : units + 1) : units
            return self.step == nil ? last : grid.nearest(to: last, below: below)
        }
        let (lowest, highest) = (edge(minimum, below: false), edge(maximum, below: true))
        if let lowest, let highest, lowest > highest { return nil }
        let end = min(max(moved, lowest ?? moved), highest ?? .max)
        // A step must not move a number in the opposite direction into the range. Without a current number, any result
        // is valid.
        guard start == nil || (count > 0 ? end > position : end < position) else { return nil }
        return DecimalNumber(units: end, scale: scale)
    }
}

// MARK: - Dates and times

extension StepLimits {
    /// The moment `count` steps of a component later, or earlier if `count` is negative; `nil` if no step is possible.
    ///
    /// The rule's step applies to days, and to hours and smaller components. It is in days for a date, and in seconds
    /// for a value with a time. A time without bounds wraps at midnight.
    package func moment(
        from start: Moment,
        by count: Int,
        _ component: DatePattern.Component,
        between first: Moment?,
        and last: Moment?
    ) -> Moment? {
        let wraps = start.date == nil && first == nil && last == nil
        guard var end = stepped(start, by: count, component, between: first, and: last) ?? (count > 0 ? last : first)
        else {
            return nil
        }
        func isBack(_ end: Moment) -> Bool { count > 0 ? end < start : start < end }
        // A time with bounds stops at midnight.
        if start.date == nil, !wraps, isBack(end) { end = (count > 0 ? last : first) ?? start }
        end = end.clamped(from: first, to: last)
        // A step must not move a value in the opposite direction into the range.
        return end == start || !wraps && isBack(end) ? nil : end
    }

    private func stepped(
        _ start: Moment,
        by count: Int,
        _ component: DatePattern.Component,
        between first: Moment?,
        and last: Moment?
    ) -> Moment? {
        guard let (grid, unit) = grid(of: component, in: start), let position = start.position else {
            return start.adding(count, component)
        }
        let (steps, isTooFar) = unit.multipliedReportingOverflow(by: count)
        guard !isTooFar, var moved = grid.moved(position, by: steps) else { return nil }
        func edge(_ bound: Moment?, below: Bool) -> Int? {
            guard let bound, (bound.time == nil) == (start.time == nil) else { return nil }
            return bound.position.flatMap { grid.nearest(to: $0, below: below) }
        }
        if let last = edge(last, below: true) { moved = min(moved, last) }
        if let first = edge(first, below: false) { moved = max(moved, first) }
        let (distance, isTooLarge) = moved.subtractingReportingOverflow(position)
        return isTooLarge ? nil : start.adding(distance, start.time == nil ? .day : .second)
    }

    /// The grid of values for a component, and the number of grid steps in one step of the component; `nil` if the rule
    /// does not restrict the component.
    private func grid(of component: DatePattern.Component, in moment: Moment) -> (StepGrid<Int>, Int)? {
        guard let step = step?.wholeUnits(scale: 0).flatMap(Int.init(exactly:)), step > 0,
            let grid = StepGrid(step: step, base: base.wholeUnits(scale: 0).flatMap(Int.init(exactly:)) ?? 0)
        else { return nil }
        let unit: Int
        switch component {
        case .day, .weekday: unit = moment.time == nil ? 1 : ClockTime.secondsOfDay
        case .hour: unit = 3_600
        case .minute: unit = 60
        case .second: unit = 1
        case .year, .month, .dayPeriod: return nil
        }
        return (grid, max(1, unit / step))
    }
}
