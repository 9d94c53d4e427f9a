import type { ConsoleTexts } from "./en";

export const JA_CONSOLE: ConsoleTexts = {
  "order/not-held": { title: "保留中ではありません", message: "この注文は保留されていません。" },
  "order/sources-unseen": {
    title: "未確認の送金元があります",
    message:
      "この注文に、まだ確認していない送金元からの入金があります。注文をもう一度確認してから判断してください。",
  },
  "loan/id": { title: "貸付番号の形式が正しくありません", message: "貸付番号は17のような整数です。" },
  "loan/own-approval": {
    title: "自分では承認できません",
    message: "承認は、貸付を作成した本人以外の人が行う必要があります。",
  },
  "loan/unknown": { title: "貸付が見つかりません", message: "この番号の貸付注文はありません。" },
  "api-key/unknown": { title: "キーが見つかりません", message: "このAPIキーはありません。" },
  "loan/not-pending": {
    title: "処理待ちではありません",
    message: "この貸付注文はすでに処理待ちではありません。",
  },
  "loan/reference-used": {
    title: "使用済みの参照番号",
    message: "この参照番号の貸付注文はすでに存在します。",
  },
  "loan/approval-required": {
    title: "承認が必要です",
    message: "準備残高から支払うには、もう一人の承認が必要です。",
  },
  "loan/approval-needless": {
    title: "承認は不要です",
    message: "この貸付に二人目の承認は必要ありません。",
  },
  "totp/enrolled": {
    title: "登録済みです",
    message: "このアカウントはすでにワンタイムコードを使用しています。",
  },
  "authorization/required": {
    title: "ワンタイムコードが必要です",
    message: "資金を動かす操作のため、ワンタイムコードが必要です。",
  },
  "authorization/unknown": {
    title: "承認が見つかりません",
    message: "この名前の承認はありません。新しいワンタイムコードで操作を承認してください。",
  },
  "authorization/not-listed": {
    title: "承認されていません",
    message: "この承認には該当する操作が含まれていません。新しいワンタイムコードで承認してください。",
  },
  "authorization/used": {
    title: "使用済みです",
    message:
      "この操作についての承認はすでに使用されています。新しいワンタイムコードでもう一度承認してください。",
  },
  "authorization/expired": {
    title: "承認の期限切れ",
    message: "この承認は発行から10分を過ぎています。新しいワンタイムコードでもう一度操作を承認してください。",
  },
  "totp/not-enrolled": {
    title: "ワンタイムコードが未設定です",
    message: "このアカウントではワンタイムコードがまだ設定されていません。先に設定してください。",
  },
  "totp/not-enrolling": {
    title: "確認するものがありません",
    message: "確認待ちの登録がありません。最初からやり直してください。",
  },
  "payouts/paused": { title: "出金を停止中", message: "現在、出金は一時停止しています。" },
  "loan/currency": {
    title: "貸付では使えません",
    message: "貸付はBTC、ETH、USDT-TRC20のいずれかで支払われます。",
  },
  "loan/mismatch": {
    title: "数値が一致しません",
    message: "金額または手数料がサーバーの計算と一致しません。",
  },
  "totp/code": {
    title: "コードが正しくありません",
    message: "コードが正しくないか、すでに使用されています。",
  },
  "totp/wait": {
    title: "コードの間違いが多すぎます",
    message: "コードを5回間違えました。数分間、コードを受け付けません。",
    figured: "コードを5回間違えました。あと{seconds}秒間、コードを受け付けません。",
  },
  "login/busy": {
    title: "ログインの試行が多すぎます",
    message: "この名前でのログインの試行が多数待機しています。しばらくしてからもう一度お試しください。",
    figured: "この名前でのログインの試行が多数待機しています。{seconds}秒後にもう一度お試しください。",
  },
  "password/change-required": {
    title: "先にパスワードを変更してください",
    message: "このパスワードは自動生成されたものです。ほかの操作の前に、別のパスワードに変更してください。",
  },
  "password/short": { title: "パスワードが短すぎます", message: "パスワードは12文字以上にしてください。" },
  "password/common": {
    title: "よく使われるパスワードです",
    message: "このパスワードは攻撃者が最初に試すものの一つです。別のものを選んでください。",
  },
  "password/same": {
    title: "同じパスワードです",
    message: "現在のパスワードと同じです。別のものを選んでください。",
  },
  "session/unknown": {
    title: "セッションが見つかりません",
    message: "このセッションはすでに終了しています。",
  },
  "chain/not-halted": { title: "停止していません", message: "このチェーンは停止していません。" },
  "books/nothing-missing": {
    title: "不足していません",
    message: "この数量は不足していません。概要をもう一度ご確認ください。",
  },
  "books/asked": { title: "申請済み", message: "この通貨の以前の申請が次の照合を待っています。" },
  "override/unknown": { title: "出金が見つかりません", message: "この名前の出金はありません。" },
  "override/transaction": {
    title: "最初のトランザクションではありません",
    message: "この出金の最初のトランザクションではありません。一覧をもう一度ご確認ください。",
  },
  "override/paid": { title: "署名するものがありません", message: "この出金は完了したか、取り消されました。" },
  "override/used": {
    title: "決定済みです",
    message: "この出金については承認者がすでに決定しました。決定できるのは一度だけです。",
  },
  "override/open": {
    title: "自然に終わる可能性があります",
    message:
      "ネットワークがトランザクションのいずれかを認識している、無効の証明がまだ可能である、または最近照会されていないトランザクションがあります。",
  },
  "spend/unknown": {
    title: "トランザクションが見つかりません",
    message: "この番号の予定外のトランザクションはありません。",
  },
  "spend/adopted": { title: "引き受け済みです", message: "このトランザクションはすでに引き受け済みです。" },
  "recovery/unknown": {
    title: "該当するコインがありません",
    message: "この名前の、別のネットワークに届いたコインはありません。",
  },
  "recovery/not-final": {
    title: "まだ確定していません",
    message: "このコインはネットワークでの承認数がまだ足りません。確定してからもう一度お試しください。",
  },
  "recovery/opened": { title: "すでに返送中です", message: "このコインはすでに注文により返送されています。" },
  "recovery/too-little": {
    title: "ネットワーク手数料に満たない額です",
    message:
      "ネットワーク手数料を差し引くと、送れる額が残りません。手数料が下がってからもう一度お試しください。",
  },
  "books/unplanned-spend": {
    title: "先にトランザクションを引き受けてください",
    message:
      "当方が署名していないトランザクションがこのネットワークのコインを使っています。引き受けると、持ち出されたコインが記帳されます。",
  },
};
