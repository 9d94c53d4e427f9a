import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  exchangePage: {
    text: "どちらか一方の数量と、受取アドレスを入力してください。お支払いの前に、すべての費用がフォームの横に表示されます。",
    goodToKnow: "始める前に",
    rateTitle: "変動レートと固定レート",
    rateText:
      "変動レートは入金が確定した時点で決まり、それまでは相場に連動します。固定レートは数分間有効で、費用が少し高くなり、表示の数量ちょうどの送金が必要です。",
    limitsTitle: "数量と限度額",
    limitsText:
      "送る数量でも、受け取りたい数量でも入力できます。その時点の下限と上限は数量の下に表示されます。コインの種類と、受け取る側のコインの当サービスの保有量によって変わります。",
    differsTitle: "入金が注文と異なる場合",
    differsText:
      "数量の異なる入金は、再計算するか、お客様に選択をお願いします。返金先アドレスがあれば、期限に遅れた入金は自動的に返金されます。",
  },
});
