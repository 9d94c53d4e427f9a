import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  currencies: {
    metaTitle: "取扱通貨 · Sotto",
    metaDescription: "すべての通貨のネットワーク、限度額、必要な承認数、現在の利用可否を一覧で確認できます。",
    metaKeywords: "取扱通貨, 対応コイン, USDT ネットワーク, 最低数量, 最大数量, 承認数",
    title: "取扱通貨",
    lead: "交換できる通貨と、そのネットワークおよび限度額です。表示はサービスから取得した最新の情報です。",
    search: "通貨を検索",
    searchPlaceholder: "名称、ティッカー、ネットワーク",
    searchSubmit: "検索",
    clear: "すべて表示",
    count: "{shown, plural, other {#種類}}の通貨、うち利用可能{active, number}種類",
    nothing: "該当する通貨はありません。入力を確認するか、すべて表示してください。",
    unavailable: "現在、通貨を表示できません。",
    network: "ネットワーク",
    min: "下限",
    max: "上限",
    maxUnknown: "現在は不明",
    confirmations: "承認数",
    memo: "メモが必要",
    supported: "利用可能",
    paused: "停止中",
    pausedText: "現在、交換を停止しています",
    exchange: "{symbol}を交換",
    remindersTitle: "ご確認ください",
    reminder1Title: "ネットワークにご注意",
    reminder1Text:
      "同じトークンでも、ネットワークが違えば別のコインです。ウォレットに表示されているネットワークを選んでください。誤ったネットワークで送ったコインは失われます。",
    reminder2Title: "限度額は変動します",
    reminder2Text:
      "上限は、相場と、受け取る通貨の準備残高に応じて変わります。その時点の通貨ペアの限度額は、交換フォームに表示されます。",
    reminder3Title: "新しい通貨",
    reminder3Text:
      "通貨は、そのネットワークが当サービスの試験に合格すると追加され、異常があれば停止されます。停止中は新しい注文を受け付けません。支払い済みの注文は、そのまま実行または返金されます。",
  },
});
