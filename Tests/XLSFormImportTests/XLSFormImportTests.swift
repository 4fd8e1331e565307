import FormEngine
import FormImport
import FormModel
import Testing
import XLSFormImport

@Suite("XLSForms as forms")
struct XLSFormImportTests {
    private static func imported(_ survey: String, choices: String = "", settings: String = "") throws -> FinishedForm {
        let files = ["survey": survey, "choices": choices, "settings": settings].filter { !$0.value.isEmpty }
        return try XLSFormImport.form(Workbook(csv: files), decoder: DefinitionDecoder())
    }

    /// The form's elements, on one line each.
    private static func elements(_ survey: String, choices: String = "") throws -> [String] {
        let form = try imported(survey, choices: choices)
        let elements = try JSONDocument(form.definition).root.object?["fields"]?.elements ?? []
        return elements.map { JSONWriter.text(of: $0) }
    }

    private static func form(_ survey: String, choices: String = "") throws -> Form {
        let decoded = DefinitionDecoder().decode(try imported(survey, choices: choices).definition, name: "form")
        return try Form(
            CompiledForm(try #require(decoded.value)),
            today: try #require(CalendarDay(iso: "2026-03-05"))
        )
    }

    private static func index(_ id: String, _ form: Form) throws -> Int {
        try #require((0..<form.fieldCount).first { form.field($0).id == id }, "no field \(id)")
    }

    private static func set(_ id: String, _ text: String, _ form: inout Form) throws {
        _ = try form.perform([.field(try index(id, form), .setText(text, formats: true, validates: true))])
    }

    private static let filtered = """
        list_name,name,label,Country,half,size
        l,de,Germany,,,
        l,fr,France,,,
        c,b,Berlin,de,de,3
        c,p,Paris,fr,,20

        """

    @Test(
        "a filter of choices decides with the answers which choices there are",
        arguments: [
            ("country=${country}", ["Paris"]), (" ${country} = Country", ["Paris"]),
            ("selected(${countries}, country)", ["Berlin"]), ("country!=${country}", ["Berlin"]),
            ("country=${country} and name='b'", []), ("country=${country} or size < ${size}", ["Berlin", "Paris"]),
            ("half=${country}", []), ("size <= ${size}", ["Berlin"]), ("name='b'", ["Berlin"]),
            ("not(contains(${word}, name)) or name = 'b'", ["Berlin"]),
            // A column that is not there, and a question that is not.
            ("state=${country}", nil), ("country=${nobody}", nil),
        ] as [(String, [String]?)]
    )
    func choiceFilter(filter: String, options: [String]?) throws {
        let survey = """
            type,name,label,choice_filter
            select_one l,country,Country,
            select_multiple l,countries,Countries,
            integer,size,Size,
            text,word,Word,
            select_one c,city,City,"\(filter)"

            """
        let form = try Self.imported(survey, choices: Self.filtered)
        #expect(form.omissions.contains { $0.place.contains("survey!D6") } == (options == nil))
        var filled = try Self.form(survey, choices: Self.filtered)
        for (field, text) in [("country", "fr"), ("countries", #"["de"]"#), ("size", "4"), ("word", "spa")] {
            try Self.set(field, text, &filled)
        }
        let city = filled.field(try Self.index("city", filled))
        #expect(city.options == options ?? ["Berlin", "Paris"])
    }

    @Test("choices are read from a file beside the form; without it any text is an answer")
    func choicesOfFiles() throws {
        let survey = "type,name,label,parameters,choice_filter\nselect_one_from_file t.csv,q,Q,value=id,a=1\n"
        let files = ["t.csv": "id,label,a\nx,X,1\ny,Y,2\n"]
        let read = try XLSFormImport.form(
            Workbook(csv: ["survey": survey]),
            files: { files[$0].map { Array($0.utf8) } },
            decoder: DefinitionDecoder()
        )
        #expect(read.definition.contains(#""options": [{"value": "x", "label": "X"}]"#), "\(read.definition)")
        #expect(read.omissions.isEmpty)
        let unread = try Self.imported(survey)
        #expect(unread.definition.contains(#""fields": [{"id": "q", "label": "Q"}]"#), "\(unread.definition)")
        #expect(unread.omissions.contains { $0.reason.contains("t.csv") })
    }

    @Test("rows know their position and their number, and a text shows the label of an answer")
    func rowsAndLabels() throws {
        let survey = """
            type,name,label,calculation
            begin repeat,r,R,
            select_one l,q,Q,
            calculate,place,,position(..)
            calculate,named,,"jr:choice-name(${q}, '${q}')"
            note,n,${place}: ${named},
            end repeat,,,
            calculate,rows,,count(${r})
            note,all,${rows} rows,

            """
        let imported = try Self.imported(survey, choices: Self.filtered)
        let left = imported.omissions.filter { $0.place.hasPrefix("survey") }.map(\.reason)
        #expect(left.allSatisfy { $0.contains("maximum") }, "\(left)")
        var form = try Self.form(survey, choices: Self.filtered)
        for _ in 0..<2 { _ = try form.perform([.addRow(group: "r", position: nil)]) }
        try Self.set("r_2_q", "fr", &form)
        #expect(form.field(try Self.index("r_2_n", form)).text == "2: France")
        #expect(form.field(try Self.index("r_2_named", form)).value == "France")
        #expect(form.field(try Self.index("all", form)).text == "2 rows")
        _ = try form.perform([.removeRow(group: "r", row: 1)])
        #expect(form.field(try Self.index("r_2_n", form)).text == "1: France")
        #expect(form.field(try Self.index("all", form)).text == "1 rows")
    }

    @Test(
        "a question has the field of its type",
        arguments: [
            ("text,q,Q,", #"{"id":"q","label":"Q"}"#),
            ("text,q,Q,multiline", #"{"id":"q","label":"Q","type":"textView"}"#),
            (
                "integer,q,Q,",
                #"{"id":"q","label":"Q","formatter":{"type":"number","grouping":false,"negative":true,"maximumFractionDigits":0}}"#
            ),
            (
                "decimal,q,Q,thousands-sep",
                #"{"id":"q","label":"Q","formatter":{"type":"number","grouping":true,"negative":true}}"#
            ),
            ("date,q,Q,", #"{"id":"q","label":"Q","input":{"type":"date"}}"#),
            ("time,q,Q,", #"{"id":"q","label":"Q","formatter":{"type":"time"}}"#),
            ("dateTime,q,Q,", #"{"id":"q","label":"Q","formatter":{"type":"dateTime"}}"#),
            ("note,q,Look **here**,", #"{"id":"q","note":"Look **here**"}"#),
            ("acknowledge,q,Q,", #"{"id":"q","label":"Q","input":{"type":"toggle"}}"#),
            (
                "select_one c,q,Q,minimal",
                #"{"id":"q","label":"Q","input":{"type":"options","options":[{"value":"a","label":"A"},{"value":"b","label":"b"}],"display":"menu"}}"#
            ),
            (
                "select all that apply from c,q,Q,",
                #"{"id":"q","label":"Q","input":{"type":"options","options":[{"value":"a","label":"A"},{"value":"b","label":"b"}],"multiple":true,"display":"list"}}"#
            ),
        ]
    )
    func types(row: String, element: String) throws {
        let elements = try Self.elements(
            "type,name,label,appearance\n\(row)\ntext,other,Other,\n",
            choices: "list_name,name,label\nc,a,A\nc,b,\nd,x,X\n"
        )
        #expect(elements.first == element)
    }

    @Test("a range is a slider, and or_other adds a field for another answer")
    func ranges() throws {
        let elements = try Self.elements(
            "type,name,label,parameters\nrange,q,Q,start=0 end=10 step=2\nselect_one c or_other,r,R,\n",
            choices: "list name,name,label\nc,a,A\n"
        )
        #expect(elements[0] == #"{"id":"q","label":"Q","input":{"type":"slider","min":0,"max":10,"step":2}}"#)
        #expect(elements[1].contains(#"{"value":"a","label":"A"},{"value":"other","label":"Other"}"#))
        #expect(
            elements[2]
                == #"{"id":"r_other","label":"Specify other.","visibleWhen":{"field":"r","equals":"other"}}"#
        )
    }

    @Test("texts are in the languages that their columns name, and show answers")
    func languages() throws {
        let form = try Self.imported(
            """
            type,name,label::English (en),label::French (fr),hint
            text,who,Name,Nom,As in the passport
            note,hello,"Hello, ${who}","Bonjour, ${who}",
            """,
            settings: "form_title,form_id\nVisit,visit\n"
        )
        #expect(form.omissions == [])
        let decoded = try #require(DefinitionDecoder().decode(form.definition, name: "").value)
        #expect(decoded.title.text(in: "en") == "Visit")
        #expect(decoded.fields[0].label?.text(in: "fr") == "Nom")
        #expect(decoded.fields[0].hint?.text(in: "fr") == "As in the passport")
        #expect(decoded.fields[1].note?.text(in: "fr") == "Bonjour, {{who}}")
    }

    @Test("conditions, constraints and calculations hold as in the XLSForm")
    func expressions() throws {
        var form = try Self.form(
            """
            type,name,label,relevant,constraint,constraint_message,required,calculation
            date,born,Born,,. <= today(),Not yet,yes,
            calculate,age,,,,,,int((today() - ${born}) div 365.25)
            select_multiple c,ill,Ill,${age} >= 18 and ${age} < 65,"count-selected(.) <= 1 or not(selected(., 'none'))",Either,,
            text,which,Which,"selected(${ill}, 'other') or regex(${name}, '^x.*')",string-length(.) > 2,Longer,,
            text,name,Name,,,,${age} > 10,
            begin group,g,,${name} != '',,,,
            integer,n,N,,,,,
            end group,,,,,,,
            """,
            choices: "list_name,name,label\nc,none,None\nc,other,Other\n"
        )
        func isVisible(_ id: String) throws -> Bool { form.field(try Self.index(id, form)).isVisible }
        #expect(try !isVisible("ill") && !isVisible("which") && !isVisible("n") && !isVisible("age"))
        _ = try form.perform([.field(0, .selectDate("2000-03-05"))])
        #expect(form.field(try Self.index("age", form)).value == "26")
        #expect(try isVisible("ill") && form.field(Self.index("name", form)).isRequired)
        let ill = try Self.index("ill", form)
        _ = try form.perform([.field(ill, .setText(#"["none","other"]"#, formats: true, validates: true))])
        #expect(form.field(ill).error == "Either")
        #expect(try isVisible("which"))
        try Self.set("which", "ab", &form)
        #expect(form.field(try Self.index("which", form)).error == "Longer")
        try Self.set("which", "abc", &form)
        #expect(form.field(try Self.index("which", form)).error.isEmpty)
        try Self.set("name", "Ann", &form)
        #expect(try isVisible("n"))
        _ = try form.perform([.field(0, .setText("2026-03-06", formats: true, validates: true))])
        #expect(form.field(0).error == "Not yet")
    }

    @Test("repeats are rows, whose answers are columns outside the repeat and single answers inside")
    func rows() throws {
        var form = try Self.form(
            """
            type,name,label,repeat_count,relevant,calculation
            begin repeat,trip,Trip,2,,
            decimal,km,Km,,,
            text,why,Why,,${km} > 100,
            end repeat,,,,,
            calculate,all,,,,sum(${km})
            """
        )
        try Self.set("trip_1_km", "101.5", &form)
        try Self.set("trip_2_km", "2", &form)
        #expect(form.field(try Self.index("trip_1_why", form)).isVisible)
        #expect(!form.field(try Self.index("trip_2_why", form)).isVisible)
        #expect(form.field(try Self.index("all", form)).value == "103.5")
    }

    @Test("nested repeats are nested rows, counted and read by the enclosing answers")
    func innerRows() throws {
        var form = try Self.form(
            """
            type,name,label,repeat_count,relevant,calculation
            begin repeat,day,Day ${date},2,,
            text,date,Date,,,
            integer,legs,Legs?,,,
            begin repeat,leg,Leg of ${date},${legs},,
            decimal,km,Km,,,
            text,why,Why,,${km} > 100 and ${date} != '',
            end repeat,,,,,
            calculate,daily,,,,sum(${km})
            end repeat,,,,,
            calculate,all,,,,sum(${km})
            calculate,longest,,,,max(${daily})
            """
        )
        try Self.set("day_2_legs", "2", &form)
        try Self.set("day_2_date", "Monday", &form)
        try Self.set("day_2_leg_1_km", "101.5", &form)
        try Self.set("day_2_leg_2_km", "2", &form)
        #expect(form.field(try Self.index("day_2_leg_1_why", form)).isVisible)
        #expect(form.field(try Self.index("all", form)).value == "103.5")
        #expect(form.field(try Self.index("longest", form)).value == "103.5")
        let rows = form.structure.filter { $0.kind == "row" }.map(\.title)
        #expect(rows == ["Day ", "Day Monday", "Leg of Monday", "Leg of Monday"])
    }

    @Test("an answer counts the rows of a repeat, and an expression does not")
    func countedRows() throws {
        var form = try Self.form(
            """
            type,name,label,repeat_count
            integer,trips,How many trips?,
            begin repeat,trip,Trip ${where},${trips}
            text,where,Where?,
            end repeat,,,
            """
        )
        try Self.set("trips", "2", &form)
        try Self.set("trip_2_where", "Rome", &form)
        #expect(form.structure.filter { $0.kind == "row" }.map(\.title) == ["Trip ", "Trip Rome"])
        let listed = try Self.imported(
            "type,name,repeat_count\nbegin repeat,r,${n} + 1\ntext,a,\nend repeat,,\ninteger,n,\n"
        )
        #expect(listed.omissions.first?.description == "survey!C2: rows are counted by a number or by an answer")
    }

    @Test(
        "what a form cannot express is listed with its cell",
        arguments: [
            ("audit,q,Q,,", "survey!A2: a form asks no question of the type “audit”"),
            ("geopoint,q,Q,,", "survey!A2: the place is typed, and not found by a receiver or on a map"),
            ("image,q,Q,,", "survey!A2: the image is not taken: the name of a file is typed"),
            ("text,q,Q,custom,", "survey!D2: “custom” is left out"),
            ("text,q,Q,,pulldata('a') = 1", "survey!E2: no form has the function “pulldata” with 1 arguments"),
            ("text,q,Q,,${a = 1", "survey!E2: “${a = 1” has an open brace"),
            ("text,q,Q,,${zz} = 1", "survey!E2: no field stands for the question “zz”"),
            ("note,q,See ${zz},,", "survey!C2: “zz” has no one answer to be shown"),
            ("note,q,<u>See</u>,,", "survey!C2: some of this text's HTML is left out"),
            ("select_one none,q,Q,,", "survey!A2: there are no choices: any text is an answer"),
            (
                "text,q,Q,,string-length(.) > ${a}",
                "survey!E2: a length is compared with a whole number up to 1000 only"
            ),
        ]
    )
    func leftOut(row: String, omission: String) throws {
        let form = try Self.imported("type,name,label,appearance,relevant\n\(row)\ntext,a,A,,\n")
        #expect(form.omissions.map(\.description) == [omission])
    }

    @Test("an expression about a question that was left out is left out, too")
    func absent() throws {
        let form = try Self.imported(
            """
            type,name,label,relevant,calculation
            audit,photo,Photo,,
            calculate,size,,,${photo} + 1
            text,a,A,${size} > 1,
            note,n,Of ${size},,
            """
        )
        #expect(
            form.omissions.map(\.description) == [
                "survey!A2: a form asks no question of the type “audit”",
                "survey!E3: no field stands for the question “photo”",
                "survey!D4: this is left out: there is no field “size”",
                "survey!C5: an answer is not shown: there is no field “size”",
            ]
        )
    }

    @Test(
        "two answers are compared, an empty answer and an acknowledgement are tested, and days are added to dates",
        arguments: [
            ("text,q,Q,. = ${a},", ["a": "x", "q": "y"], false), ("text,q,Q,. = ${a},", ["a": "x", "q": "x"], true),
            ("text,q,Q,. != ${a},", ["a": "x", "q": "x"], false),
            ("text,q,Q,${m} = '',", ["q": "x"], true), ("text,q,Q,${m} = '',", ["m": #"["c"]"#, "q": "x"], false),
            ("text,q,Q,${m} = 'c',", ["m": #"["c"]"#, "q": "x"], true),
            ("text,q,Q,${m} = 'c',", ["m": #"["c","d"]"#, "q": "x"], false),
            ("text,q,Q,${ok} = 'OK',", ["q": "x"], false), ("text,q,Q,${ok} = 'OK',", ["ok": "true", "q": "x"], true),
            ("text,q,Q,${ok} = '',", ["ok": "true", "q": "x"], false),
            ("date,q,Q,. >= ${d} + 7,", ["d": "2026-03-01", "q": "2026-03-07"], false),
            ("date,q,Q,. >= ${d} + 7,", ["d": "2026-03-01", "q": "2026-03-08"], true),
            ("date,q,Q,. > today() - 30,", ["q": "2026-02-03"], false),
            ("date,q,Q,. > today() - 30,", ["q": "2026-02-04"], true),
            ("date,q,Q,today() < . - 1 - 1,", ["q": "2026-03-08"], true),
        ] as [(String, [String: String], Bool)]
    )
    func comparisons(row: String, answers: [String: String], isValid: Bool) throws {
        let survey =
            "type,name,label,constraint,calculation\ntext,a,A,,\nselect_multiple c,m,M,,\nacknowledge,ok,Ok,,\ndate,d,D,,\n"
            + row + "\n"
        let choices = "list_name,name\nc,c\nc,d\n"
        #expect(try Self.imported(survey, choices: choices).omissions == [])
        var form = try Self.form(survey, choices: choices)
        for (name, text) in answers.sorted(by: { $0.key < $1.key }) { try Self.set(name, text, &form) }
        #expect(form.field(try Self.index("q", form)).error.isEmpty == isValid)
    }

    @Test("a calculation can be the present day, and a sum of a date and days names its cell")
    func days() throws {
        let survey = "type,name,label,calculation\ndate,d,D,\ncalculate,now,,today()\ntoday,t,,\n"
        let form = try Self.form(survey)
        #expect(try ["now", "t"].map { form.field(try Self.index($0, form)).value } == ["2026-03-05", "2026-03-05"])
        let listed = try Self.imported(survey + "calculate,later,,${d} + 7\n").omissions.map(\.description)
        #expect(listed == ["survey!D5: no form computes a date: dates are only compared"])
    }

    @Test("a text shows a calculation, which is never visible itself")
    func shownCalculation() throws {
        var form = try Self.form(
            "type,name,label,calculation\ninteger,n,N,\ncalculate,twice,,${n} * 2\nnote,result,Twice: ${twice},\n"
        )
        try Self.set("n", "21", &form)
        #expect(try form.field(Self.index("result", form)).text == "Twice: 42")
        #expect(try !form.field(Self.index("twice", form)).isVisible)
    }

    @Test("a question whose condition cannot be kept is not required, and both are reported")
    func requirements() throws {
        let form = try Self.imported(
            """
            type,name,label,bind::relevant,required
            audit,photo,Photo,,
            text,what,What is seen?,${photo} != '',yes
            begin group,g,G,${photo} != '',
            text,who,Who?,,yes
            end group,,,,
            text,where,Where?,,yes
            """
        )
        let lost = "this is not required, because the condition under which it is asked for is left out"
        #expect(
            form.omissions.map(\.description) == [
                "survey!A2: a form asks no question of the type “audit”",
                "survey!D3: no field stands for the question “photo”",
                "survey!D4: no field stands for the question “photo”", "survey!E3: \(lost)", "survey!E5: \(lost)",
            ]
        )
        let fields = try #require(DefinitionDecoder().decode(form.definition, name: "").value?.fields)
        #expect(fields.filter(\.isRequired).map(\.id) == ["where"])
    }

    @Test("a name means the question in the same group before others of the name")
    func sameNames() throws {
        var form = try Self.form(
            """
            type,name,label,relevant
            begin group,mother,Mother,
            text,name,Name,
            text,job,Job,${name} != ''
            end group,,,
            begin group,father,Father,
            text,name,Name,
            text,job,Job,${name} != ''
            end group,,,
            """
        )
        try Self.set("name_2", "Bob", &form)
        #expect(try !form.field(Self.index("job", form)).isVisible && form.field(Self.index("job_2", form)).isVisible)
    }

    @Test("a calculation that users may change, and one with a trigger, set the value when answers change")
    func settings() throws {
        var form = try Self.form(
            """
            type,name,label,calculation,trigger,readonly
            integer,n,N,,,
            integer,twice,Twice,${n} * 2,,
            integer,thrice,Thrice,${n} * 3,,yes
            text,t,T,,,
            text,was,Was,${n},${t},
            calculate,seen,,${n},${t},
            """
        )
        func value(_ id: String) throws -> String { form.field(try Self.index(id, form)).value }
        try Self.set("n", "4", &form)
        #expect(try value("twice") == "8" && value("thrice") == "12" && value("was").isEmpty)
        try Self.set("twice", "9", &form)
        try Self.set("t", "x", &form)
        #expect(try value("twice") == "9" && value("was") == "4" && value("seen") == "4")
        try Self.set("n", "5", &form)
        #expect(try value("twice") == "10" && value("was") == "4" && value("seen") == "4")
    }

    @Test("a loop is a group for each choice, with its name and label in the questions")
    func loops() throws {
        let form = try Self.imported(
            """
            type,name,label,disabled
            begin loop over c,l,Costs,
            integer,n,What does %(label)s cost?,
            end loop,,,
            text,a,A,
            text,b,B,yes
            """,
            choices: "list_name,name,label\nc,x,Tea\nc,y,Milk\n"
        )
        let decoded = try #require(DefinitionDecoder().decode(form.definition, name: "").value)
        #expect(
            decoded.fields.map { $0.label?.translations.first?.text } == [
                "What does Tea cost?", "What does Milk cost?", "A",
            ]
        )
        #expect(form.omissions.isEmpty)
    }

    @Test(
        "what has no effect in an XLSForm either is told from what is left out",
        arguments: [
            ("type,name,label,notes\ntext,a,A,my own\n", "", "survey!D1: the column “notes” is left out", true),
            ("type,name,label,audio\ntext,a,A,a.mp3\n", "", "survey!D1: the column “audio” is left out", false),
            ("type,name,label\nstart,s,S\ntext,a,A\n", "", "survey!C2: “label” is left out", true),
            (
                "type,name,label\ntext,a,A\n", "list_name,name\nc,x\n",
                "choices!A2: no question has the list of this choice", true
            ),
        ]
    )
    func unused(survey: String, choices: String, omission: String, isUnused: Bool) throws {
        let omissions = try Self.imported(survey, choices: choices).omissions
        #expect(omissions.map(\.description) == [omission] && omissions.map(\.isUnused) == [isUnused])
    }

    @Test("a choice that a filter offers in two places is one option")
    func choicesInTwoPlaces() throws {
        let elements = try Self.elements(
            "type,name,label,choice_filter\ntext,s,S,\nselect_one l,q,Q,state=${s}\n",
            choices: "list_name,name,label,state\nl,b,Bassa,kogi\nl,b,Bassa,plateau\nl,b,Basa,x\n"
        )
        #expect(elements[1].contains(#""options":[{"value":"b","label":"Bassa","when":["kogi","plateau"]}]"#))
    }

    @Test("of a form that is too long the longest lists of choices are left out")
    func longLists() throws {
        let label = String(repeating: "x", count: 200)
        let choices = (0..<6_000).map { "\($0 < 3 ? "s" : "l"),c\($0),\(label)\n" }.joined()
        let form = try Self.imported(
            "type,name,label\nselect_one l,a,A\nselect_one s,b,B\n",
            choices: "list_name,name,label\n\(choices)"
        )
        let reason = "the form has no room for 5997 choices: any text is an answer"
        #expect(form.omissions.map(\.description) == ["survey!A2: \(reason)"])
        #expect(form.definition.contains(#""value": "c1""#) && form.definition.utf8.count < 5_000)
    }

    @Test("a list that has no maximum is said to have one if the form has room for few rows")
    func roomForRows() throws {
        let questions = (0..<200).map { "text,q\($0),Q\n" }.joined()
        let form = try Self.imported("type,name,label\nbegin repeat,r,R\n\(questions)end repeat,,\n")
        #expect(
            form.omissions.map(\.description) == ["survey!A2: the list has no maximum, the form has at most 5 rows"]
        )
        let many = (0..<1_200).map { "text,q\($0),Q\n" }.joined()
        let cut = try Self.imported("type,name,label\n\(many)")
        #expect(cut.omissions.count == 200)
        #expect(cut.omissions.allSatisfy { $0.reason == "a form has at most 1000 fields" })
    }

    @Test(
        "a sheet that is not a form is refused with the reason",
        arguments: [
            ("", "there is no sheet “survey”"), ("type,name\n", "the form asks nothing"),
            ("type,name\nend group,\n", "survey!A2: this ends no group"),
            ("type,name\nbegin group,g\ntext,a\n", "survey!A2: the group does not end"),
            (
                "type,name\n" + String(repeating: "begin group,g\n", count: 20),
                "survey!A18: groups lie too deep in each other"
            ),
        ]
    )
    func refused(survey: String, reason: String) throws {
        let error = #expect(throws: NoForm.self) { try Self.imported(survey) }
        #expect(error?.description == reason)
    }

    @Test(
        "a path means the question of its group, and FALSE, now() and int are what ODK makes of them",
        arguments: [
            ("../n > 3", "4", true), ("../n > 3", "2", false), ("/form/n > 3", "4", true), ("./../n > 3", "2", false),
            ("current()/../n > 3", "4", true), ("FALSE", "4", false), ("true()", "4", true), ("not(false())", "", true),
            ("int(${n} div 2) = 2", "5", true), ("${n} mod 2 = 1", "5", true), ("${n} mod 2 = 1", "4", false),
            ("${d} <= now()", "", false), ("-(${n}) < 0", "1", true),
        ]
    )
    func paths(relevant: String, answer: String, isVisible: Bool) throws {
        let survey = "type,name,label,relevant\ninteger,n,N,\ndate,d,D,\ntext,t,T,\"\(relevant)\"\n"
        #expect(try Self.imported(survey).omissions.isEmpty)
        var form = try Self.form(survey)
        try Self.set("n", answer, &form)
        #expect(form.field(try Self.index("t", form)).isVisible == isVisible)
    }

    @Test("what is hidden is never shown, and the hints of notes and groups are shown")
    func hidden() throws {
        let survey = """
            type,name,label,hint,appearance
            hidden,a,A,,
            text,b,B,,hidden
            note,c,C,Hint,
            begin group,g,G,About,
            text,d,D,,
            end group,,,,

            """
        #expect(
            try Self.elements(survey) == [
                #"{"id":"a","label":"A","visibleWhen":{"computed":0,"greater":0},"whenIrrelevant":"keep"}"#,
                #"{"id":"b","label":"B","visibleWhen":{"computed":0,"greater":0},"whenIrrelevant":"keep"}"#,
                #"{"id":"c","note":"C"}"#, #"{"id":"c_hint","note":"Hint"}"#,
                #"{"id":"g","section":"G","fields":[{"id":"d","label":"D"}],"description":"About"}"#,
            ]
        )
        #expect(try Self.imported(survey).omissions.isEmpty)
    }
}
