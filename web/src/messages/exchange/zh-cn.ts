import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  exchangePage: {
    text: "填写两个数量中的任意一个，再填写接收地址。付款之前，每一项费用都列在表单旁边。",
    goodToKnow: "开始之前",
    rateTitle: "浮动还是固定",
    rateText:
      "浮动汇率在付款入账时确定，在此之前随行情变动。固定汇率锁定数分钟，费用略高，并要求严格按所示数量付款。",
    limitsTitle: "数量与限额",
    limitsText:
      "可以填写要发送的数量，也可以填写要收到的数量。当前的最小数量与最大数量显示在数量下方，取决于币种，以及我们持有多少另一种币。",
    differsTitle: "如有出入",
    differsText: "数量不符的付款会重新计算，或请您决定。如已填写退款地址，到账过晚的付款会自动退款。",
  },
});
