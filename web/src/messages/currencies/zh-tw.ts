import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  currencies: {
    metaTitle: "支援幣種 · Sotto",
    metaDescription: "每個幣種的網路、上下限、所需的區塊確認數，以及目前能否兌換。",
    metaKeywords: "支援幣種, USDT 網路, 最低數量, 最高數量, 區塊確認",
    title: "支援幣種",
    lead: "這裡可以兌換哪些幣種、在哪個網路上，以及上下限是多少。資料剛從服務讀取。",
    search: "搜尋幣種",
    searchPlaceholder: "名稱、代號或網路",
    searchSubmit: "搜尋",
    clear: "顯示全部",
    count: "{shown, plural, other {# 個幣種}}，{active, number} 個可以兌換",
    nothing: "沒有符合的幣種。請檢查拼寫，或顯示全部。",
    unavailable: "目前無法顯示幣種。",
    network: "網路",
    min: "下限",
    max: "上限",
    maxUnknown: "目前未知",
    confirmations: "確認數",
    memo: "需要備註",
    supported: "支援",
    paused: "暫停中",
    pausedText: "目前暫停兌換",
    exchange: "兌換 {symbol}",
    remindersTitle: "請注意",
    reminder1Title: "認清網路",
    reminder1Text:
      "同一種代幣在另一個網路上，就是另一種幣。請選擇您的錢包顯示的網路。轉到錯誤網路的幣會遺失。",
    reminder2Title: "上下限會變動",
    reminder2Text:
      "上限會隨市場，以及您要收取的幣種在我們這裡的儲備而變動。兌換表單會顯示您的交易對當下的上下限。",
    reminder3Title: "新幣種",
    reminder3Text:
      "幣種的網路通過我們的測試後就會加入，出現問題時則會暫停。暫停只是不接受新訂單；已付款的訂單仍會完成或退款。",
  },
});
