import type { Texts } from "./en";

/** The texts of the bot in Simplified Chinese. */
export const zhCn: Texts = {
  start: (url) =>
    `Sotto 无需账户即可兑换加密货币。\n\n目前请在网页上创建订单：${url}\n\n发送 /track 加查询码可查看进度。`,
  help: "/track 123456789 按 9 位查询码查看订单。\n/start 了解本机器人。",
  trackUsage: "请发送 /track 和您的 9 位查询码，例如 /track 123456789。",
  track: (order) =>
    `订单 ${order.id}：${zhCn.states[order.state]}${
      order.sendAmount === null
        ? ""
        : `\n约 ${order.sendAmount} ${order.sendCurrency} → 约 ${order.receiveAmount} ${order.receiveCurrency}`
    }`,
  unavailable: "服务暂时没有响应，请一分钟后再试。",
  failed: "出了点问题，请重试。",
  unknown: "无法识别此消息。/help 显示可用的命令。",
  states: {
    waiting: "等待付款",
    confirming: "付款确认中",
    screening: "付款检查中",
    exchanging: "兑换中",
    mixing: "混币中",
    sending: "发送中",
    completed: "已完成",
    action_required: "需要您在订单页面上做出选择",
    hold: "已暂停，等待人工审核",
    refunding: "退款中",
    refunded: "已退款",
    expired: "已过期",
    cancelled: "已取消",
    failed: "失败",
  },
};
