import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  chart: {
    simulated: "模拟历史：由程序生成，并非实际行情。",
    chartTitle: "{send} 兑 {receive}",
    chartLabel: "{range}内的汇率：最低 {low}，最高 {high} {receive}，涨跌 {change}。",
    chartNone: "这段时间没有历史汇率。",
    range: "时间范围",
    day: "24 小时",
    week: "7 天",
    month: "30 天",
    low: "最低",
    high: "最高",
  },
});
