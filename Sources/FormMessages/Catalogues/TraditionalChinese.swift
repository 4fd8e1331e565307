import FormModel

extension MessageCatalogue {
    static let traditionalChinese = MessageCatalogue(
        "zh-Hant",
        dateFields: .words(day: "日", month: "月", year: "年"),
        [
            "required": "請填寫此欄位",
            "wrongFormat": "格式不正確",
            "checkUnavailable": "無法檢查此值",
            "notListed": "請從清單中選擇一個值",
            "mistyped": "號碼輸入有誤：檢查碼不符",
            "notEqual": "兩次輸入的值不一致",
            "tooShort": "請至少輸入 {min, plural, other {# 個字元}}",
            "tooLong": "請最多輸入 {max, plural, other {# 個字元}}",

            "notANumber": "請輸入數字",
            "notAWholeNumber": "請輸入整數",
            "tooSmall": "此值不可小於 {min}",
            "tooLarge": "此值不可大於 {max}",
            "notAbove": "此值必須大於 {min}",
            "notBelow": "此值必須小於 {max}",
            "offStep": "{base, select, 0 {此值必須是 {step} 的倍數} other {此值與 {base} 的差必須是 {step} 的倍數}}",
            "tooManyIntegerDigits": "小數點前最多輸入 {max, plural, other {# 位數字}}",
            "tooManyFractionDigits": "{max, plural, =0 {請輸入整數} other {小數點後最多輸入 # 位數字}}",

            "date": "請以 {format} 的格式輸入日期",
            "noSuchDate": "此日期不存在",
            "noSuchTime": "此時間不存在",
            "incompleteDate": "請輸入完整的日期",
            "incompleteTime": "請輸入完整的時間",
            "dateTooEarly": "日期不可早於 {min}",
            "dateTooLate": "日期不可晚於 {max}",
            "timeTooEarly": "時間不可早於 {min}",
            "timeTooLate": "時間不可晚於 {max}",

            "phone": "請輸入有效的電話號碼",
            "email": "請輸入有效的電子郵件地址",
            "url": "請輸入以 {scheme}:// 開頭的網址",
            "uuid": "請輸入 UUID",
            "ipv4": "請輸入 IPv4 位址",
            "ipv6": "請輸入 IPv6 位址",
            "iban": "請輸入有效的 IBAN",
            "ibanCountry": "沒有任何國家或地區的 IBAN 以這些字母開頭",
            "ibanLength": "IBAN 必須為 {length, plural, other {# 個字元}}",
        ]
    )
}
