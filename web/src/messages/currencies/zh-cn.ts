import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  currencies: {
    metaTitle: "支持币种 · Sotto",
    metaDescription: "每个币种的网络、限额与所需确认数，以及目前是否可用。",
    metaKeywords: "支持币种, USDT 网络, 转账网络, 最小数量, 最大数量, 确认数",
    title: "支持币种",
    lead: "这里可以兑换什么，在哪个网络上，限额是多少。数据刚刚从服务中读取。",
    search: "查找币种",
    searchPlaceholder: "名称、代码或网络",
    searchSubmit: "查找",
    clear: "显示全部",
    count: "{shown, plural, other {# 个币种}}，{active, number} 个可用",
    nothing: "没有符合的币种。请检查拼写，或显示全部。",
    unavailable: "目前无法显示币种。",
    network: "网络",
    min: "最小数量",
    max: "最大数量",
    maxUnknown: "目前未知",
    confirmations: "确认数",
    memo: "需要备注",
    supported: "支持",
    paused: "暂停",
    pausedText: "目前不可兑换",
    exchange: "兑换 {symbol}",
    remindersTitle: "请注意",
    reminder1Title: "认准网络",
    reminder1Text:
      "同一种代币，换一个网络就是另一种币。请选择您的钱包所显示的网络。发送到错误网络的资金将会丢失。",
    reminder2Title: "限额会变动",
    reminder2Text: "最大数量随行情和我们接收币种的储备而变动。兑换表单会显示您的币对当时的限额。",
    reminder3Title: "新币种",
    reminder3Text:
      "网络通过我们的测试，币种才会上线；出现问题，币种就会暂停。暂停期间不接受新订单，已付款的订单仍会完成或退款。",
  },
});
