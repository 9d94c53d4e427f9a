import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  about: {
    metaTitle: "关于 Sotto",
    metaDescription: "Sotto 是什么，看重什么，如何处理资金，本站由谁运营。每一条说法，您都可以核实。",
    metaKeywords: "关于 Sotto, 匿名兑换, 开源兑换, 复式记账, 储备",
    title: "低调行事的兑换服务",
    lead: "Sotto 为不想开户的人兑换加密货币。它所求甚少，言行一致，并且从设计上就让您可以核实。",
    readouts: "本站数据",
    feeLabel: "手续费",
    feeNote: "按发送数量计",
    currenciesLabel: "币种",
    currenciesNote: "目前可用",
    windowLabel: "付款时限",
    windowNote: "浮动汇率",
    daysLabel: "订单删除",
    daysNote: "订单结束后，您也可以立即自行删除",
    days: "结束 {days, plural, other {# 天}}后",
    unknown: "目前未知",
    introTitle: "Sotto 是什么",
    intro1:
      "您将一种币付到为您的订单生成的地址，在您自己的地址收到另一种币。我们作为交易对手居于其间，动用的是自己的储备。不问姓名，不留余额。",
    intro2: "Sotto 是以 AGPL 许可发布的自由软件，任何人都可以运行。本站是其中的一个站点，由它的运营方负责。",
    simulation: "本站运行在模拟网络上。这里的币没有价值。",
    testNetwork: "本站运行在测试网络上。这里的币没有价值。",
    valuesTitle: "我们的原则",
    value1Title: "隐私优先",
    value1Text:
      "没有账户，不要邮箱，任何页面都不含第三方内容。从不保存您的 IP 地址。订单完成使命之后即被删除。",
    value2Title: "安全可靠",
    value2Text:
      "付款达到确认次数才算数。意料之外的款项也会入账，绝不置之不理。情况不明时，出款宁可等待，也不猜测。",
    value3Title: "资金如何保管",
    value3Text: "在您付款之后、我们出款之前，您的资金在我们手中。时间虽短，这就是托管，我们不用别的说法。",
    value4Title: "公开透明",
    value4Text:
      "每一项费用都在开始之前列明，相加无误。这些页面上的每一个数字都来自运行中的服务，每一个期限都写明逾期会怎样。",
    craftTitle: "如何构建",
    craftLead: "资金在途时，至关重要的六个特性。",
    craft1Title: "复式账本",
    craft1Text:
      "每一笔变动都有两面，在每个币种上相加为零。订单的账户不可能低于零，因此任何款项都不可能付两次。",
    craft2Title: "先存档，再发送",
    craft2Text: "已签名的出款在网络看到之前就已保存。如果没有收到回应，就查找并重新发送同一笔交易。",
    craft3Title: "运行中持续检查规则",
    craft3Text:
      "必须始终成立的规则，都写成对实时数据库的查询。账本与区块链持续核对；一旦发现资金短缺，该币种的出款会自动停止。",
    craft4Title: "用各种意外来检验",
    craft4Text:
      "同一套代码要经受模拟的崩溃、丢失的回应、重组的区块链与异常的付款，同时由独立的检查程序重新计算每位客户应收的数量。",
    craft5Title: "无需 JavaScript",
    craft5Text: "从报价到退款，全程都是普通的网页与表单。脚本只是让使用更方便。",
    craft6Title: "公开可查",
    craft6Text: "源代码是自由的；同一套公开的接口，同时服务于本站、命令行工具和其他程序。",
    lookTitle: "亲自查看",
    lookText: "无论谁来询问，本服务都会回答：",
    lookFees: "费率表",
    lookReserves: "储备",
    lookCurrencies: "币种与限额",
    lookHealth: "网络状态",
    operatorTitle: "本站由谁运营",
    operatorIntro: "运营方自述如下：",
    operatorNone: "本站没有写明运营方。请考虑是否愿意将资金交托给它，哪怕只是很短的时间。",
    start: "开始兑换",
    questions: "常见问题",
  },
});
