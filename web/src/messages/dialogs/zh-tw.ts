import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  picker: {
    search: "代號、名稱或網路",
    list: "幣種",
    popular: "熱門",
    others: "其他全部",
    found: "搜尋結果",
    none: "這裡沒有符合的幣種。",
    paused: "暫停中",
    networkTitle: "USDT 與 USDC：",
    networkText: "請選擇正確的網路。用錯網路，款項會遺失。",
  },
  scan: {
    title: "掃描 QR Code",
    picture: "相機畫面",
    asking: "正在等待您允許使用相機…",
    denied: "無法使用相機，請檢查權限",
    missing: "這裡沒有可用的相機",
    uploadInstead: "選擇 QR Code 的圖片也可以。",
    aim: "請將 QR Code 對準四角框內。",
    upload: "選擇圖片",
    reading: "正在讀取圖片…",
    local: "圖片只在您的瀏覽器中讀取，不會傳送到任何地方。",
    nothing: "這張圖片中找不到 QR Code。",
    unreadable: "這個檔案不是可以讀取的圖片。",
    noAddress: "QR Code 中沒有地址，內容是：",
  },
});
