extension InterfaceWords {
    static let simplifiedChinese = InterfaceWords(
        keys: "按键",
        spaceKey: "空格",
        neighbours: "下一个和上一个字段或按钮",
        proceeds: "到下一个字段；在最后一个字段则提交",
        submits: "提交",
        cancels: "取消；如已填写，Esc 会先询问",
        chooses: "选择、打开或关闭；打开列表或日历",
        opens: "打开列表或日历",
        arrows: "移动；增减数字和日期；在选项间移动",
        byWord: "后退或前进一个词",
        selects: "选中",
        lineEnds: "行首和行尾",
        deletes: "删除一个词、删到行首、删到行尾",
        clipboard: "剪切、粘贴",
        history: "撤销、重做",
        secrets: "显示或隐藏密码",
        pages: "上一页和下一页",
        redraws: "重新绘制屏幕",
        leaveQuestion: "不提交就离开吗？",
        leave: "离开",
        stay: "留下",
        month: "月",
        nothingFound: "没有找到",
        unreachable: "无法连接表单服务",
        restarted: "表单服务已重新启动，请重新填写"
    )
}
