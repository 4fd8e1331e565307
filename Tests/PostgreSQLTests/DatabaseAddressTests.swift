import PostgreSQLAddress
import Testing

@Suite("Addresses of databases")
struct DatabaseAddressTests {
    @Test("an address has libpq's parameters, with a certificate that is checked unless it says otherwise")
    func parameters() throws {
        let address = try DatabaseAddress("postgresql://kiosk%2B1@db.example.org/answers%20of%20all")
        #expect(
            address.parameters == [
                "host=db.example.org", "port=5432", "user=kiosk+1", "dbname=answers of all", "sslmode=verify-full",
                "connect_timeout=10", "sslrootcert=/etc/ssl/certs/ca-certificates.crt",
            ]
        )
        let files = "sslrootcert=/a&sslcert=/b&sslkey=/c&passfile=/d"
        let other = try DatabaseAddress("postgres://u@[fe80::1]:6432/?sslmode=verify-ca&connect_timeout=3&\(files)")
        #expect(other.host == "fe80::1" && other.port == 6_432 && other.database == "u")
        #expect(other.files == ["/a", "/b", "/c", "/d"] && other.connectTimeout == 3)
        #expect(try DatabaseAddress("postgresql://u@127.0.0.1:1/d").encryption == .prefer)
        #expect(try DatabaseAddress("postgresql://u@127.0.0.1.example.org/d").encryption == .verifyFull)
    }

    @Test(
        "a text that is no such address is refused with the reason",
        arguments: [
            ("mysql://u@h/d", "does not begin"), ("postgresql://h/d", "no user"), ("postgresql://@h/d", "no user"),
            ("postgresql://u:secret@h/d", "passfile"), ("postgresql://u@h/d?password=secret", "passfile"),
            ("postgresql://u@/d", "no host"), ("postgresql://u@%2Frun/d", "no host"),
            ("postgresql://u@a,b/d", "several hosts"), ("postgresql://u@h:x/d", "port"),
            ("postgresql://u@h:70000/d", "port"), ("postgresql://u@h/d?sslmode=full", "sslmode is none of"),
            ("postgresql://u@h/d?sslcert=cert.pem", "absolute"), ("postgresql://u@h/d?sslkey=/k", "needs sslcert"),
            ("postgresql://u@h/d?options=-c", "known are"), ("postgresql://u@h/d?sslmode", "no value"),
            ("postgresql://u@h/d?sslmode=require&sslmode=disable", "or two"),
            ("postgresql://u@h/%0", "hexadecimal"), ("postgresql://u@h/%00", "hexadecimal"),
            ("postgresql://u@h/%FF", "UTF-8"), ("postgresql://u@h/a b", "ASCII"),
            ("postgresql://u@h/d?connect_timeout=1", "from 2 to 60"),
        ]
    )
    func refused(text: String, reason: String) {
        let error = #expect(throws: DatabaseAddressError.self) { try DatabaseAddress(text) }
        #expect(error?.description.contains(reason) == true && error?.description.contains("secret") == false)
    }
}
