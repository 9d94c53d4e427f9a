import { JA_CONSOLE } from "./console/ja";
import type { ProblemTexts } from "./problem-text";

export const JA: ProblemTexts = {
  ...JA_CONSOLE,
  "request/malformed": {
    title: "リクエストの形式エラー",
    message: "リクエスト本文が有効なJSONではありません。",
  },
  "request/id": { title: "注文IDの形式エラー", message: "注文IDは22文字です。" },
  "request/code": {
    title: "追跡コードの形式エラー",
    message: "追跡コードは9桁の数字で入力してください。",
  },
  "request/key": {
    title: "冪等キーの形式エラー",
    message: "Idempotency-Keyは16～255文字の印字可能な文字で指定してください。",
  },
  "auth/required": { title: "ログインが必要です", message: "ログインしてください。" },
  "auth/failed": {
    title: "ログインできませんでした",
    message: "ユーザー名、パスワード、またはワンタイムコードが正しくありません。",
  },
  "auth/forbidden": {
    title: "権限がありません",
    message: "このアカウントにはこの操作の権限がありません。",
  },
  "request/origin": {
    title: "送信元が異なります",
    message: "このリクエストは別のサイトから送信されました。",
  },
  "currency/unknown": { title: "不明な通貨", message: "この通貨は取り扱っていません。" },
  "order/unknown": { title: "注文が見つかりません", message: "交換の注文が見つかりません" },
  "track/unknown": { title: "注文が見つかりません", message: "交換の記録が見つかりません" },
  "track/tail-required": {
    title: "末尾4文字が必要です",
    message: "現在、存在しないコードの照会が集中しています。受取アドレスの末尾4文字も入力してください。",
  },
  "route/unknown": { title: "見つかりません", message: "このURLには何もありません。" },
  "method/unknown": {
    title: "許可されていないメソッド",
    message: "このURLはそのメソッドに対応していません。",
  },
  "transaction/unknown": {
    title: "不明なトランザクション",
    message: "このハッシュの未承認トランザクションはありません。",
  },
  "simnet/unknown": {
    title: "simnetにありません",
    message: "模擬ネットワークに、該当するトランザクション・アドレス・ブロックはありません。",
  },
  "currency/paused": {
    title: "通貨を停止中",
    message: "この通貨は現在、取り扱いを停止しています。",
    figured: "{currency}は現在、取り扱いを停止しています。",
  },
  "pair/paused": {
    title: "通貨ペアを停止中",
    message: "この通貨ペアは現在、取り扱いを停止しています。",
  },
  "quote/moved": {
    title: "レートが変動しました",
    message: "ご確認後にレートが変動しました。新しい金額をご確認ください。",
  },
  "quote/used": {
    title: "使用済みの見積もり",
    message: "この見積もりはすでに使用されています。新しい見積もりを取得してください。",
  },
  "quote/expired": {
    title: "見積もりの期限切れ",
    message: "この見積もりは有効期限が切れています。新しい見積もりを取得してください。",
  },
  "reserve/insufficient": {
    title: "準備残高の不足",
    message: "この通貨の準備残高がほかの注文に充てられました。数量を減らしてお試しください。",
  },
  "decision/stale": {
    title: "金額が変わりました",
    message: "ご確認後に金額が変わりました。新しい金額をご確認ください。",
  },
  "decision/unavailable": {
    title: "選択できません",
    message: "この注文では現在、その選択はできません。",
  },
  "order/not-cancellable": {
    title: "キャンセルできません",
    message: "この注文はもうキャンセルできません。",
  },
  "order/refund-address-set": {
    title: "返金先アドレスは設定済みです",
    message: "返金先アドレスはすでに設定されており、変更できません。",
  },
  "order/refund-address-missing": {
    title: "返金先アドレスがありません",
    message: "返金先アドレスを入力してください。",
  },
  "order/closed": { title: "終了した注文", message: "この注文はすでに終了しています。" },
  "order/not-ended": {
    title: "まだ終了していません",
    message: "注文がまだ終了していないか、この注文または追加の入金の資金が処理中です。終了後に削除できます。",
  },
  "claim/nothing": {
    title: "請求できるものがありません",
    message:
      "この削除証明のアドレスには、その後入金がないか、ネットワーク手数料に満たない額しか届いていません。",
  },
  "claim/note": {
    title: "当サービスの削除証明ではありません",
    message: "この削除証明は、当サービスが署名したものではありません。",
  },
  "auth/api-key": {
    title: "APIキーが必要です",
    message: "X-API-Keyヘッダーがないか、キーが不明または失効しています。",
  },
  "chain/full": {
    title: "ネットワークの上限",
    message:
      "このネットワークの未完了の注文が、監視できる上限に達しています。しばらくしてからお試しください。",
  },
  "idempotency/in-flight": {
    title: "処理中です",
    message: "このキーの最初のリクエストを処理しています。しばらくしてからもう一度お試しください。",
  },
  "request/too-large": {
    title: "リクエストが大きすぎます",
    message: "リクエスト本文は16 KiB以内にしてください。",
  },
  "request/media-type": {
    title: "JSONではありません",
    message: "リクエスト本文はapplication/jsonで送信してください。",
  },
  "request/invalid": { title: "無効なリクエスト", message: "入力内容をご確認ください。" },
  "field/unknown": {
    title: "不明なフィールド",
    message: "リクエストに不明なフィールドがあります。名前をご確認ください。",
    figured: "リクエストに不明なフィールドがあります。正しくは{nearest}ではありませんか？",
  },
  "amount/format": {
    title: "数量が正しくありません",
    message: "0.05のように、有効な数量を入力してください。",
  },
  "amount/zero": { title: "数量がゼロです", message: "数量は0より大きい値にしてください。" },
  "amount/precision": {
    title: "小数の桁数が多すぎます",
    message: "数量の小数の桁数が多すぎます。",
    figured: "{currency}は小数点以下{decimals}桁までです。",
  },
  "amount/min": {
    title: "数量が少なすぎます",
    message: "数量が下限を下回っています。",
    figured: "下限は{limit} {currency}です。",
  },
  "amount/max": {
    title: "数量が多すぎます",
    message: "数量が上限を超えています。",
    figured: "上限は{limit} {currency}です。",
  },
  "pair/same": { title: "同じ通貨です", message: "異なる2つの通貨を選んでください。" },
  "address/format": {
    title: "アドレスが正しくありません",
    message: "選択した通貨のアドレスではありません。",
  },
  "address/checksum": {
    title: "アドレスの入力ミス",
    message: "アドレスに入力ミスがあります。チェックサムが一致しません。",
  },
  "address/network": {
    title: "別のネットワーク",
    message: "このアドレスは別のネットワークのものです。",
  },
  "address/zero": {
    title: "ゼロアドレス",
    message: "このアドレスは誰も保有していません。送られたコインは失われます。",
  },
  "address/ours": {
    title: "当サービスのアドレス",
    message: "これは当サービスのアドレスです。ご自身のアドレスを入力してください。",
  },
  "address/contract": {
    title: "コントラクトアドレス",
    message: "これはトークンのコントラクトで、ウォレットではありません。",
  },
  "address/uri": {
    title: "支払いリンク",
    message: "これは支払いリンクです。アドレスのみを入力してください。",
  },
  "address/characters": {
    title: "見えない文字",
    message: "アドレスに見えない文字または使用できない文字が含まれています。",
  },
  "address/memo": { title: "メモが正しくありません", message: "メモがこのアドレスと合いません。" },
  "address/type": {
    title: "利用できないアドレス形式",
    message: "この通貨では、この形式の入金アドレスを利用できません。形式の指定を省略してください。",
  },
  "address/listed": {
    title: "リスト掲載アドレス",
    message: "このアドレスはスクリーニングリストに掲載されているため、使用できません。",
  },
  "address/twice": {
    title: "アドレスの重複",
    message: "このアドレスはすでに入力されています。同じアドレスは一度だけ入力してください。",
  },
  "quote/unknown": {
    title: "不明な見積もり",
    message: "この見積もりは見つかりません。新しい見積もりを取得してください。",
  },
  "quote/mismatch": {
    title: "見積もりの不一致",
    message: "この見積もりは別の通貨ペアまたは数量のものです。",
  },
  "idempotency/mismatch": {
    title: "冪等キーの再使用",
    message: "このIdempotency-Keyは別のリクエストですでに使用されています。",
  },
  "privacy/unavailable": {
    title: "ミキサーは利用できません",
    message: "プライバシーミキサーはここでは提供していません。",
  },
  "mixer/rounds": {
    title: "ラウンド数が無効です",
    message: "ミキシングのラウンド数は1～10から選択してください。",
  },
  "mixer/delay": {
    title: "遅延時間が無効です",
    message: "遅延時間は0～120分の範囲で、5分単位で選択してください。",
  },
  "mixer/level": {
    title: "不明なプライバシーレベル",
    message: "ベーシック、強化、最大のいずれかを選択してください。",
  },
  "mixer/tor-unavailable": {
    title: "Torは利用できません",
    message: "このサーバーはTorに接続していません。Torをオフにしてください。",
  },
  "mixer/session": {
    title: "セッション終了",
    message: "このミキシングのセッションは終了しました。新しいセッションでもう一度送信してください。",
  },
  "mixer/fixed": {
    title: "固定レート不可",
    message: "ミキシングでは固定レートを使えません。変動レートにするか、ミキシングなしで交換してください。",
  },
  "mixer/leg-dust": {
    title: "分割するには数量が少なすぎます",
    message: "数量が少なすぎます。それぞれの出金額がネットワーク手数料を上回る必要があります。",
  },
  "limit/rate": {
    title: "リクエストが多すぎます",
    message: "リクエストが多すぎます。しばらくお待ちください。",
    figured: "リクエストが多すぎます。{seconds}秒後にもう一度お試しください。",
  },
  "limit/unpaid": {
    title: "未払いの注文が多すぎます",
    message: "未払いの注文が多すぎます。先に1件をお支払いいただくか、キャンセルしてください。",
  },
  "limit/streams": {
    title: "接続が多すぎます",
    message: "リアルタイム接続が多すぎます。いずれかを閉じてください。",
  },
  internal: {
    title: "内部エラー",
    message: "当サービスで問題が発生しました。失われたものはありません。",
  },
  "service/unavailable": {
    title: "一時的に利用できません",
    message: "サービスは一時的に利用できません。しばらくしてからもう一度お試しください。",
  },
  "rate/unavailable": {
    title: "レートがありません",
    message: "この通貨ペアの現在のレートがありません。しばらくしてからもう一度お試しください。",
  },
};
