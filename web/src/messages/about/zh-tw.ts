import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  about: {
    metaTitle: "關於 Sotto",
    metaDescription: "Sotto 是什麼、重視什麼、如何處理幣，以及本站由誰營運。每一項說法，您都可以查證。",
    metaKeywords: "關於 Sotto, 匿名兌換, 開源兌換服務, 複式簿記, 儲備",
    title: "輕聲說話的兌換服務",
    lead: "Sotto 為不想註冊帳號的人兌換加密貨幣。它要求得少，把自己做的事說清楚，也讓您可以查證。",
    readouts: "本站的數字",
    feeLabel: "服務費",
    feeNote: "以支付數量計算",
    currenciesLabel: "幣種",
    currenciesNote: "目前可以兌換",
    windowLabel: "付款時間",
    windowNote: "浮動匯率",
    daysLabel: "訂單結束後保留",
    daysNote: "結束之後，您也可以立即自行刪除",
    days: "{days, plural, other {# 天}}",
    unknown: "目前未知",
    introTitle: "Sotto 是什麼",
    intro1:
      "您把一種幣付到為您的訂單產生的地址，再用自己的地址收取另一種幣。我們站在兩者之間，以自己的儲備擔任您的交易對手。不問姓名，也不留餘額。",
    intro2: "Sotto 是採用 AGPL 授權的自由軟體，任何人都可以架設。本網站是其中一個站台，由它的營運者負責。",
    simulation: "本站在模擬網路上運作，這裡的幣沒有價值。",
    testNetwork: "本站在測試網路上運作，這裡的幣沒有價值。",
    valuesTitle: "我們的堅持",
    value1Title: "隱私優先",
    value1Text:
      "沒有帳號，沒有電子郵件地址，任何頁面都沒有第三方。我們絕不儲存您的 IP 位址。訂單完成任務後就會刪除。",
    value2Title: "安全可靠",
    value2Text:
      "付款要完成區塊確認才會入帳。意料之外的款項也會記帳，絕不忽略。情況不明時，撥款寧可等待，也不猜測。",
    value3Title: "幣如何保管",
    value3Text: "從您付款到我們撥款，這段期間您的幣在我們手上。時間雖短，這仍是託管，我們不會換個說法。",
    value4Title: "透明",
    value4Text:
      "開始之前，每一項費用都先列出，而且加總相符。這些頁面上的每個數字都來自運作中的服務，每個期限都說明過後會如何。",
    craftTitle: "如何打造",
    craftLead: "款項在途中時，有六項特性至關重要。",
    craft1Title: "複式簿記帳本",
    craft1Text:
      "每一筆異動都有兩邊，各個幣種的合計都是零。訂單的帳戶不能低於零，因此任何款項都不會撥出兩次。",
    craft2Title: "先記錄，再送出",
    craft2Text: "已簽署的撥款會先儲存，網路才會看到它。如果沒有收到回應，就查找同一筆交易，再次送出。",
    craft3Title: "運作中持續檢查規則",
    craft3Text:
      "任何時候都必須成立的條件，寫成對運作中資料庫的查詢。帳本與區塊鏈持續比對；一旦發現幣有短少，該幣種的撥款會自動停止。",
    craft4Title: "以各種意外狀況測試",
    craft4Text:
      "同一套程式碼會經歷模擬的當機、遺失的回應、區塊鏈重組與異常付款，同時由獨立的檢查重新計算每位顧客應收到多少。",
    craft5Title: "沒有 JavaScript 也能用",
    craft5Text: "從報價到退款，整個過程都是單純的頁面與表單。指令碼只是讓它更方便。",
    craft6Title: "開放檢視",
    craft6Text: "原始碼自由開放；本網站、命令列工具與其他程式，使用的都是同一套公開介面。",
    lookTitle: "親自查看",
    lookText: "任何人詢問，這項服務都會回答：",
    lookFees: "費率表",
    lookReserves: "儲備",
    lookCurrencies: "幣種與上下限",
    lookHealth: "網路狀態",
    operatorTitle: "本站由誰營運",
    operatorIntro: "營運者自述：",
    operatorNone: "本站沒有指明營運者。即使時間很短，也請考慮是否要把幣交給它。",
    start: "開始兌換",
    questions: "常見問題",
  },
});
