import FormModel

extension MessageCatalogue {
    static let simplifiedChinese = MessageCatalogue(
        "zh-Hans",
        dateFields: .words(day: "日", month: "月", year: "年"),
        [
            "required": "请填写此字段",
            "wrongFormat": "格式不正确",
            "checkUnavailable": "无法检查该值",
            "notListed": "请从列表中选择一个值",
            "mistyped": "号码输入有误：校验位不正确",
            "notEqual": "两次输入的值不一致",
            "tooShort": "请至少输入 {min, plural, other {# 个字符}}",
            "tooLong": "请最多输入 {max, plural, other {# 个字符}}",

            "notANumber": "请输入数字",
            "notAWholeNumber": "请输入整数",
            "tooSmall": "该值不能小于 {min}",
            "tooLarge": "该值不能大于 {max}",
            "notAbove": "该值必须大于 {min}",
            "notBelow": "该值必须小于 {max}",
            "offStep": "{base, select, 0 {该值必须是 {step} 的倍数} other {该值与 {base} 之差必须是 {step} 的倍数}}",
            "tooManyIntegerDigits": "小数点前最多输入 {max, plural, other {# 位数字}}",
            "tooManyFractionDigits": "{max, plural, =0 {请输入整数} other {小数点后最多输入 # 位数字}}",

            "date": "请按 {format} 的格式输入日期",
            "noSuchDate": "该日期不存在",
            "noSuchTime": "该时间不存在",
            "incompleteDate": "请输入完整的日期",
            "incompleteTime": "请输入完整的时间",
            "dateTooEarly": "日期不能早于 {min}",
            "dateTooLate": "日期不能晚于 {max}",
            "timeTooEarly": "时间不能早于 {min}",
            "timeTooLate": "时间不能晚于 {max}",

            "phone": "请输入有效的电话号码",
            "email": "请输入有效的电子邮件地址",
            "url": "请输入以 {scheme}:// 开头的网址",
            "uuid": "请输入 UUID",
            "ipv4": "请输入 IPv4 地址",
            "ipv6": "请输入 IPv6 地址",
            "iban": "请输入有效的 IBAN",
            "ibanCountry": "没有任何国家或地区的 IBAN 以这些字母开头",
            "ibanLength": "IBAN 必须为 {length, plural, other {# 个字符}}",
        ]
    )
}
