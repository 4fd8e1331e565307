extension InterfaceWords {
    static let traditionalChinese = InterfaceWords(
        keys: "按鍵",
        spaceKey: "空白鍵",
        neighbours: "下一個和上一個欄位或按鈕",
        proceeds: "到下一個欄位；在最後一個欄位則提交",
        submits: "提交",
        cancels: "取消；如已填寫，Esc 會先詢問",
        chooses: "選擇、開啟或關閉；開啟清單或日曆",
        opens: "開啟清單或日曆",
        arrows: "移動；增減數字和日期；在選項間移動",
        byWord: "後退或前進一個詞",
        selects: "選取",
        lineEnds: "行首和行尾",
        deletes: "刪除一個詞、刪到行首、刪到行尾",
        clipboard: "剪下、貼上",
        history: "復原、重做",
        secrets: "顯示或隱藏密碼",
        pages: "上一頁和下一頁",
        redraws: "重新繪製畫面",
        leaveQuestion: "不提交就離開嗎？",
        leave: "離開",
        stay: "留下",
        month: "月",
        nothingFound: "沒有找到",
        unreachable: "無法連線到表單服務",
        restarted: "表單服務已重新啟動，請重新填寫"
    )
}
