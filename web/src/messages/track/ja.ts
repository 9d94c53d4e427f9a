import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  tail: {
    label: "受取アドレスの末尾4文字",
    why: "現在、追跡コードが次々に試されています。その影響でお客様が追跡できなくなるのを防ぐため、他人には推測できない受取アドレスの末尾も入力していただいています。",
    hint: "…WYdHのような4文字です。ミキシングの場合は、どの受取アドレスでもかまいません。",
    empty: "受取アドレスの末尾4文字を入力してください",
    format: "英数字4文字で入力してください",
    notFound: "このコードと末尾の文字に一致する注文はありません。両方をご確認ください。",
  },
});
