import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  tail: {
    label: "收款地址的最後四個字元",
    why: "目前有人正在大量試探查詢碼。為了不影響您查詢，我們還需要您收款地址的末尾字元，這是陌生人猜不到的。",
    hint: "例如 …WYdH。混幣訂單填寫其中任何一個收款地址即可。",
    empty: "請輸入收款地址的最後四個字元",
    format: "請輸入四個英文字母或數字",
    notFound: "沒有訂單同時符合此查詢碼與地址末尾，請確認兩者。",
  },
});
