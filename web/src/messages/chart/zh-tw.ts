import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  chart: {
    simulated: "模擬歷史：由程式產生，並非實際行情。",
    chartTitle: "{send} 兌 {receive}",
    chartLabel: "{range}內的匯率：最低 {low}，最高 {high} {receive}，漲跌 {change}。",
    chartNone: "這段期間沒有過去的匯率資料。",
    range: "時間範圍",
    day: "24 小時",
    week: "7 天",
    month: "30 天",
    low: "最低",
    high: "最高",
  },
});
