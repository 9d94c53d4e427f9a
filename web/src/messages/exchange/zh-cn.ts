import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  exchangePage: {
    text: "填写两个数量中的任意一个，以及接收地址。付款之前，每一项费用都列在表单旁边。",
    goodToKnow: "开始之前",
    rateTitle: "浮动还是固定",
    rateText:
      "浮动汇率在存款入账时确定，在此之前随行情变动。固定汇率保留数分钟，费用略高，并要求按所示数量付款。",
    limitsTitle: "数量与限额",
    limitsText:
      "可以填写发送的数量，也可以填写要收到的数量。当前的下限与上限显示在数量下方，取决于币种和我们持有的另一种币。",
    differsTitle: "如有出入",
    differsText: "数量不符的存款会重新计算，或请您决定。填写了退款地址的，迟到的付款会自动退回。",
  },
});
