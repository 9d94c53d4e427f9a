import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  exchangePage: {
    text: "兩個數量擇一輸入，再填寫用來收款的地址。付款之前，每一項費用都列在表單旁邊。",
    goodToKnow: "開始之前",
    rateTitle: "浮動或固定",
    rateText:
      "浮動匯率在款項入帳時才決定，在那之前隨市場變動。固定匯率保留幾分鐘，費用稍高，且付款數量必須與顯示的完全相同。",
    limitsTitle: "數量與上下限",
    limitsText:
      "輸入您要送出的數量，或想收到的數量。當下的下限與上限顯示在數量下方，取決於幣種，以及我們持有多少另一種幣。",
    differsTitle: "如果有出入",
    differsText: "轉入的數量不同時，會重新計算，或請您決定。有退款地址的話，太晚到達的付款會自動退回。",
  },
});
