import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  chart: {
    simulated: "シミュレーションの履歴です。生成されたもので、実測ではありません。",
    chartTitle: "{send}/{receive}",
    chartLabel: "過去{range}のレート：安値{low}、高値{high} {receive}、騰落率{change}。",
    chartNone: "この期間のレートの記録はありません。",
    range: "表示期間",
    day: "24時間",
    week: "7日",
    month: "30日",
    low: "安値",
    high: "高値",
  },
});
