import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  tail: {
    label: "接收地址的最后四位字符",
    why: "目前有人在大量试探查询码。为了不影响您查询，我们还需要您接收地址的末尾字符，这是陌生人猜不到的。",
    hint: "例如 …WYdH。混币订单填写任意一个接收地址即可。",
    empty: "请输入接收地址的最后四位字符",
    format: "请输入四位字母或数字",
    notFound: "没有订单与此查询码和地址末尾相符，请核对两者。",
  },
});
