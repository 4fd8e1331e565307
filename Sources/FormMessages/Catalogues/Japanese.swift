import FormModel

extension MessageCatalogue {
    static let japanese = MessageCatalogue(
        "ja",
        dateFields: .words(day: "日", month: "月", year: "年"),
        [
            "required": "この項目を入力してください",
            "wrongFormat": "形式が正しくありません",
            "checkUnavailable": "値を確認できませんでした",
            "notListed": "リストから値を選択してください",
            "mistyped": "番号に入力ミスがあります。チェックディジットが一致しません",
            "notEqual": "値が一致しません",
            "tooShort": "{min, plural, other {#文字以上}}で入力してください",
            "tooLong": "{max, plural, other {#文字以内}}で入力してください",

            "notANumber": "数値を入力してください",
            "notAWholeNumber": "整数を入力してください",
            "tooSmall": "{min}以上の値を入力してください",
            "tooLarge": "{max}以下の値を入力してください",
            "notAbove": "{min}より大きい値を入力してください",
            "notBelow": "{max}より小さい値を入力してください",
            "offStep": """
            {base, select, 0 {{step}の倍数を入力してください} other {{base}との差が{step}の倍数になる値を入力してください}}
            """,
            "tooManyIntegerDigits": "小数点より前は{max, plural, other {#桁以内}}で入力してください",
            "tooManyFractionDigits": """
            {max, plural, =0 {整数を入力してください} other {小数点より後は#桁以内で入力してください}}
            """,

            "date": "{format}の形式で日付を入力してください",
            "noSuchDate": "存在しない日付です",
            "noSuchTime": "存在しない時刻です",
            "incompleteDate": "日付を最後まで入力してください",
            "incompleteTime": "時刻を最後まで入力してください",
            "dateTooEarly": "{min}以降の日付を入力してください",
            "dateTooLate": "{max}以前の日付を入力してください",
            "timeTooEarly": "{min}以降の時刻を入力してください",
            "timeTooLate": "{max}以前の時刻を入力してください",

            "phone": "有効な電話番号を入力してください",
            "email": "有効なメールアドレスを入力してください",
            "url": "{scheme}://で始まるWebアドレスを入力してください",
            "uuid": "UUIDを入力してください",
            "ipv4": "IPv4アドレスを入力してください",
            "ipv6": "IPv6アドレスを入力してください",
            "iban": "有効なIBANを入力してください",
            "ibanCountry": "この文字で始まるIBANの国はありません",
            "ibanLength": "IBANは{length, plural, other {#文字}}で入力してください",
        ]
    )
}
