import type { ConsoleTexts } from "./en";

export const JA_CONSOLE: ConsoleTexts = {
  "order/not-held": { title: "保留中ではありません", message: "この注文は保留されていません。" },
  "loan/id": { title: "ローン番号の形式が正しくありません", message: "ローン番号は 17 のような整数です。" },
  "loan/own-approval": {
    title: "自分では承認できません",
    message: "承認は、ローンを作成した本人以外の人が行う必要があります。",
  },
  "loan/unknown": { title: "ローンが見つかりません", message: "この番号のローン注文はありません。" },
  "api-key/unknown": { title: "キーが見つかりません", message: "この API キーはありません。" },
  "loan/not-pending": {
    title: "処理待ちではありません",
    message: "このローン注文はすでに処理待ちではありません。",
  },
  "loan/reference-used": {
    title: "使用済みの参照番号",
    message: "この参照番号のローン注文はすでに存在します。",
  },
  "loan/approval-required": {
    title: "承認が必要です",
    message: "準備金から支払うには、もう一人の承認が必要です。",
  },
  "loan/approval-needless": {
    title: "承認は不要です",
    message: "このローンに二人目の承認は必要ありません。",
  },
  "totp/enrolled": {
    title: "登録済みです",
    message: "このアカウントはすでにワンタイムコードを使用しています。",
  },
  "totp/not-enrolling": {
    title: "確認するものがありません",
    message: "確認待ちの登録がありません。最初からやり直してください。",
  },
  "payouts/paused": { title: "支払いを停止中", message: "現在、支払いは一時停止しています。" },
  "loan/currency": {
    title: "ローンでは使えません",
    message: "ローンは BTC、ETH、USDT-TRC20 のいずれかで支払われます。",
  },
  "loan/mismatch": {
    title: "数値が一致しません",
    message: "金額または手数料がサーバーの計算と一致しません。",
  },
  "totp/code": {
    title: "コードが正しくありません",
    message: "コードが正しくないか、すでに使用されています。",
  },
  "chain/not-halted": { title: "停止していません", message: "このチェーンは停止していません。" },
  "books/nothing-missing": {
    title: "不足していません",
    message: "この数量は不足していません。概要をもう一度ご確認ください。",
  },
  "books/asked": { title: "申請済み", message: "この通貨の以前の申請が次の照合を待っています。" },
  "override/unknown": { title: "支払いが見つかりません", message: "この名前の支払いはありません。" },
  "override/transaction": {
    title: "最初の取引ではありません",
    message: "この支払いの最初の取引ではありません。一覧をもう一度ご確認ください。",
  },
  "override/paid": {
    title: "署名するものがありません",
    message: "この支払いは完了したか、取り消されました。",
  },
  "override/used": {
    title: "決定済みです",
    message: "この支払いについては承認者がすでに決定しました。決定は一度だけです。",
  },
  "override/open": {
    title: "自然に終わる可能性があります",
    message: "取引のいずれかがネットワークに知られているか、無効の証明がまだ可能か、最近確認されていません。",
  },
  "spend/unknown": { title: "取引が見つかりません", message: "この番号の予定外の取引はありません。" },
  "spend/adopted": { title: "引き受け済みです", message: "この取引はすでに引き受け済みです。" },
  "books/unplanned-spend": {
    title: "先に取引を引き受けてください",
    message:
      "当方が署名していない取引がこのネットワークのコインを使っています。引き受けると、失われた額が記帳されます。",
  },
};
