import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  market: {
    ratesTitle: "レートは、見えるところに",
    marketTitle: "価格と限度額",
    coin: "通貨",
    price: "価格",
    canSend: "送れる数量",
    dollars: "{amount}米ドル",
    marketNote:
      "価格は米ドル表示です（<time></time>更新）。送れる数量の上限は、注文ごとの上限と、受け取る通貨の準備残高のうち小さいほうです。",
    reservesTitle: "いま出金できる数量",
    reserveFree: "準備残高の{percent}が利用可能",
    reservesNote:
      "円の高さは、当サービスのコインのうち利用可能な割合です。残りは注文のために確保しているか、ネットワーク手数料のために残しています。",
  },
  assurances: {
    secureProof: "注文の守り方",
    fastProof: "注文を追跡する",
    anonymousProof: "保存される情報とその期間",
    factsTitle: "信頼していただけること",
    secureTitle: "お預かりは通過の間だけ",
    secureText:
      "コインをお預かりするのは、入金から出金までの間だけです。返金はお客様が指定した宛先にのみ行い、推測で送ることはありません。",
    fastTitle: "リアルタイムで確認",
    fastText: "承認は、ネットワークが報告するたびに表示されます。JavaScriptが有効でも無効でも変わりません。",
    anonymousTitle: "アカウント不要",
    anonymousText:
      "氏名もメールアドレスも、お客様を識別するCookieもありません。注文のリンクが、その注文の鍵になります。",
    stepsTitle: "3つのステップ",
    step1Title: "通貨ペアを選ぶ",
    step1Text: "数量と受取アドレスを入力します。",
    step2Title: "送金する",
    step2Text: "注文専用のアドレスへ、お使いのウォレットから送金します。",
    step3Title: "受け取る",
    step3Text: "承認が完了すると、コインをお客様のアドレスへ送ります。",
    statsTitle: "数字で見るSotto",
    statsSuccess: "成功率",
    statsFee: "交換の手数料",
    statsTime: "交換の通常の所要時間",
    statsTimeHint: "100件中95件が{time}以内",
    statsCurrencies: "取扱通貨",
    statsCurrenciesHint: "現在交換できる通貨",
    statsSupport: "サポート",
    statsSupportValue: "24時間",
    statsSupportHint: "年中無休",
    statsFeeHint: "送る数量に対して。ネットワーク自体の費用は別途",
    statsUptime: "稼働率",
    statsUptimeHint: "計測した時間のうち",
    statsExchanges: "交換件数",
    statsExchangesHint: "これまでの完了件数",
    statsTarget: "目標",
    statsMeasured: "直近{days, plural, other {#日間}}の{orders, plural, other {#件}}の注文から算出。",
    statsTooFew:
      "直近{days, plural, other {#日間}}の注文が少なく、意味のある数値を算出できません。「目標」とあるものは、当サービスが目指す水準です。",
  },
});
