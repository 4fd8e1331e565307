@testable import FormEngine
import Testing

@Suite("Decimal arithmetic")
struct ExactDecimalTests {
    private static func number(_ text: String) throws -> ExactDecimal { try ExactDecimal(text) }

    /// Random numbers; the results are those of Python's `decimal` with 38 digits, for quotients with 34, half to even.
    @Test(
        "sums and products are exact, and quotients are rounded at the last digit",
        arguments: [
            ("60181.9", "1.61", "60183.51", "96892.859", "37380.06211180124223602484472049689"),
            ("609", "960", "1569", "584640", "0.634375"),
            ("62819.8", "935", "63754.8", "58736513", "67.1869518716577540106951871657754"),
            ("-625", "-18.55597", "-643.55597", "11597.48125", "33.6818824346019097896795478759666"),
            ("7", "10.28159", "17.28159", "71.97113", "0.6808285488917570142361249573266392"),
            ("-84148525", "-3633.75004", "-84152158.75004", "305774706084.691", "23157.48856517384448381044943861906"),
            (
                "9575513", "-5379907.511637265167", "4195605.488362734833", "-51515374316480.283891055671",
                "-1.779865728042207149680050750171818"
            ),
            ("222", "99752.82001", "99974.82001", "22145126.04222", "0.002225500993132274256193231002773332"),
            (
                "-18058887180334018780", "-98347887838483726", "-18157235068172502506",
                "1776053410899321711611419851208374280", "183.6225218175711544152102238435807"
            ),
            ("-13613412524", "67", "-13613412457", "-912098639108", "-203185261.5522388059701492537313433"),
            ("-8656355", "-87.06", "-8656442.06", "753622266.3", "99429.76108430967149092579830002297"),
            (
                "11311440242646288.7514", "401.1", "11311440242646689.8514", "4537018681325426418.18654",
                "28201047725370.95176115681874844179"
            ),
            (
                "8347824504", "-883.73716", "8347823620.26284", "-7377282719343.36864",
                "-9446048.98587720357939910549874354"
            ),
            (
                "43353265020146201.684934072247", "-585304352056", "43352679715794145.684934072247",
                "-25374854692128722363589832613.60782699", "-74069.60988391609213839361831235787"
            ),
            (
                "-33801412690604431.82965", "-92086.828890931002", "-33801412690696518.658540931002",
                "3112664906711434007390.4272858307678093", "367060231063.4382191332452222431015"
            ),
        ]
    )
    func arithmetic(a: String, b: String, sum: String, product: String, quotient: String) throws {
        let (one, two) = (try Self.number(a), try Self.number(b))
        #expect((try one + two).description == sum)
        #expect((try one * two).description == product)
        if quotient.isEmpty {
            #expect(throws: ComputingFault.divisionByZero) { try one / two }
        } else {
            #expect((try one / two).description == quotient)
        }
        #expect("\(one)" == a, "reading and writing change nothing")
    }

    @Test(
        "a text is read as a number in the notation of programs",
        arguments: [
            ("0", "0"), ("-0", "0"), ("007", "7"), ("+3", "3"), ("−4.50", "-4.5"), ("0.10", "0.1"),
            ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
            ("0.00000000000000000000000000000000000001", "0.00000000000000000000000000000000000001"),
        ]
    )
    func reading(text: String, expected: String) throws {
        #expect(try Self.number(text).description == expected)
    }

    @Test(
        "a text that is not a number or is too long is refused with the reason",
        arguments: [
            ("", ComputingFault.notANumber), ("1,5", .notANumber), (".5", .notANumber), ("1.", .notANumber),
            ("1e3", .notANumber), ("--1", .notANumber), ("-", .notANumber), ("1 000", .notANumber),
            ("100000000000000000000000000000000000000", .tooLong),
            ("1.00000000000000000000000000000000000001", .tooLong),
        ]
    )
    func faults(text: String, fault: ComputingFault) {
        #expect(throws: fault) { try Self.number(text) }
    }

    @Test(
        "numbers are rounded half away from zero",
        arguments: [
            ("2.5", 0, "3"), ("-2.5", 0, "-3"), ("2.449", 1, "2.4"), ("2.45", 1, "2.5"), ("-0.005", 2, "-0.01"),
            ("1", 20, "1"), ("0.4", 0, "0"), ("999.995", 2, "1000"),
        ]
    )
    func rounding(text: String, digits: Int, expected: String) throws {
        #expect(try Self.number(text).roundedHalfUp(digits).description == expected)
    }

    @Test("too many digits before the point are an error, and too many after it are rounded")
    func limits() throws {
        let largest = try Self.number("99999999999999999999999999999999999999")
        #expect(throws: ComputingFault.tooLong) { try largest + ExactDecimal.one }
        #expect(throws: ComputingFault.tooLong) { try largest * Self.number("2") }
        #expect(throws: ComputingFault.tooLong) { try largest / Self.number("0.1") }
        let (small, million) = (try Self.number("0.4"), try Self.number("1000000"))
        #expect((try largest + small).description == largest.description)
        let third = try ExactDecimal.one / Self.number("3")
        #expect(third.description == "0." + String(repeating: "3", count: 34))
        #expect((try third * third).roundedHalfUp(10).description == "0.1111111111")
        #expect((try third * million).roundedHalfUp(2).description == "333333.33")
        let numbers = try ["-2", "-1.5", "1.50", "1.5"].map { try Self.number($0) }
        #expect(numbers[0] < numbers[1] && numbers[2] == numbers[3])
        #expect(try Self.number("0.00000000000000000000000000000000000001") > .zero)
    }
}
