import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  picker: {
    search: "ティッカー、名称、ネットワーク",
    list: "通貨",
    popular: "よく使われる通貨",
    others: "その他すべて",
    found: "検索結果",
    none: "該当する通貨はありません。",
    paused: "停止中",
    networkTitle: "USDTとUSDC：",
    networkText: "ネットワークを正しく選んでください。誤ったネットワークで送ると、資金は失われます。",
  },
  scan: {
    title: "QRコードを読み取る",
    picture: "カメラの映像",
    asking: "カメラの使用許可を待っています…",
    denied: "カメラにアクセスできません。権限をご確認ください",
    missing: "ここで使えるカメラがありません",
    uploadInstead: "QRコードの画像でも読み取れます。",
    aim: "コードを枠の中に収めてください。",
    upload: "画像を選択",
    reading: "画像を読み取っています…",
    local: "映像と画像はブラウザ内で読み取られ、外部に送信されることはありません。",
    nothing: "この画像にQRコードは見つかりませんでした。",
    unreadable: "このファイルは画像として読み取れません。",
    noAddress: "コードにアドレスは含まれていません。内容：",
  },
});
