import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  apiDocs: {
    metaTitle: "APIドキュメント · Sotto",
    metaDescription:
      "交換APIの全操作を、パラメータ、例、エラー、JavaScript・Python・cURLのサンプル付きで解説します。",
    metaKeywords: "暗号資産 交換 API, スワップ API, APIドキュメント, OpenAPI, サンプルコード",
    title: "APIドキュメント",
    lead: "このサイトのページでできることは、すべてお客様のプログラムからもできます。このページは、サーバー自身が従うAPI定義から生成されています。",
    inShort: "APIの要点",
    endpoints: "エンドポイント",
    contractVersion: "バージョン{version}",
    format: "形式",
    formatNote: "数量は10進数の文字列",
    errors: "エラー",
    errorsNote: "{count, plural, other {#種類}}の固定コード",
    key: "APIキー",
    keyNote: "{prefix}で必要",
    contents: "目次",
    overviewTitle: "概要",
    overviewText:
      "交換を計算し、注文を作成し、入金アドレスを表示し、コインが届くまで注文を追跡します。サーバーはすべての数値を再計算します。クライアントが送るレートや手数料は、クライアントが見た値として扱い、正しい値とはみなしません。",
    overviewBases:
      "第三者はキーを使って<code>{v1}</code>を呼び出します。操作は4つで、応答はすべてエンベロープに入ります。同じ操作とそれ以外の操作は、<code>{open}</code>でキーなしに公開されています。",
    rawLink: "openapi.jsonを開く",
    rawText:
      "API定義の全体（OpenAPI 3.1）です。クライアントの生成に使えます。{count, plural, =0 {その操作はすべてこのページに掲載しています。} other {管理者または模擬ネットワーク向けの操作が、ほかに#個、そこにだけ記載されています。}}",
    baseTitle: "ベースURL",
    baseV1: "第三者向け（キーが必要）",
    baseOpen: "公開（キー不要）",
    baseText: "パスは、各節のベースURLに続けます。",
    formatTitle: "JSON形式",
    format1:
      "本文は16 KiB以内とし、<code>application/json</code>で送信します。レートのエクスポート、QRコード、イベントストリームを除き、応答もJSONです。",
    format2:
      "数量とレートは<code>0.05</code>のような10進数の文字列で、数値型ではありません。途中で桁が失われることはありません。",
    format3: "日時はUTCのISO 8601形式です。",
    format4:
      "通貨には、<code>BTC</code>や<code>USDT-TRC20</code>のような正規コードが1つずつあります。一般的な別表記も、大文字・小文字を問わず受け付けます。",
    format5:
      "対応している操作では<code>Idempotency-Key</code>を指定してください。応答が届かなければ、同じキーで再度呼び出します。二重に処理されることはありません。",
    authTitle: "認証",
    authKey:
      "<code>{prefix}</code>の操作にはキーが必要です。キーは{place, select, header {リクエストヘッダー} query {クエリパラメータ} other {Cookie}}の<code>{name}</code>で送信します。",
    authGet:
      "キーはこのサイトの運営者が発行します。用途を添えて運営者に連絡してください。キーは一度だけ表示され、失くした場合は失効させて作り直します。",
    authOpen: "<code>{prefix}</code>の操作には、キーもアカウントも必要ありません。",
    needsKey: "APIキーが必要です。",
    warningTitle: "秘密情報をクライアント側のコードに置かない",
    warningText:
      "注文のidは、キーと同じく秘密です。idを持つ人は、注文を閲覧し、操作できます。idとキーはサーバーに置き、Webページ、アプリ、共有リンク、ログに含めないでください。ほかの人に注文を追跡してもらうには、9桁の追跡コードを渡してください。",
    samplesTitle: "サンプルコード",
    sampleLanguage: "サンプルの言語",
    sampleName: "{language}のサンプル",
    samplesText:
      "いずれも、レートを取得し、注文を作成し、その注文を取得します。数値とアドレスはAPI定義に記載された例です。支払う前に、ご自身のものに置き換えてください。",
    samplesKey: "キーは環境変数<code>SOTTO_API_KEY</code>から読み取ります。",
    samplesNeeds:
      "JavaScriptはNode.js 20以降（<code>.mjs</code>で保存）、Pythonは3.8以降で動作し、いずれもパッケージは不要です。シェルのサンプルは<code>jq</code>と<code>openssl</code>を使います。",
    v1Title: "第三者向けエンドポイント",
    v1Text:
      "パスは<code>{prefix}</code>に続けます。成功すると200が返り、<code>success</code>はtrue、応答の中身は<code>data</code>に入ります。",
    endpointsTitle: "公開エンドポイント",
    endpointsText:
      "パスは<code>{prefix}</code>に続けます。操作を開くと、パラメータ、例、起こり得るエラーが表示されます。",
    parameters: "パラメータ",
    parametersOf: "{path}のパラメータ",
    body: "リクエスト本文",
    bodyOptional: "リクエスト本文（省略可）",
    bodyOf: "{path}のリクエスト本文",
    requestExample: "リクエスト",
    requestExampleOf: "{path}のリクエスト例",
    answer: "応答",
    answerExample: "レスポンス",
    answerExampleOf: "{path}のレスポンス例",
    fieldsOf: "{object}のフィールド",
    listOf: "{object}の配列",
    refusals: "エラー",
    curlOf: "{path}のcURL呼び出し",
    field: "名前",
    meaning: "意味",
    code: "コード",
    required: "必須",
    optional: "任意",
    place: {
      path: "パス",
      query: "クエリ",
      header: "ヘッダー",
      cookie: "Cookie",
    },
    copy: "コピー：{what}",
    objectsTitle: "オブジェクト",
    objectsText:
      "応答を構成する要素です。ドットはオブジェクトの中のフィールドを、<code>[]</code>は配列の各要素を表します。",
    fieldCount: "{count, plural, other {#フィールド}}",
    errorsTitle: "エラー",
    v1Errors:
      "<code>{prefix}</code>では、拒否された応答の<code>success</code>はfalseで、<code>error</code>に<code>code</code>と<code>message</code>が入ります。コードは下の一覧のものです。入力の誤りは常に400です。",
    failureExample: "第三者向けエンドポイントの拒否の例",
    errorsText:
      "<code>{prefix}</code>では、成功した操作は200または201を返します。それ以外の応答は<code>application/problem+json</code>です。処理の分岐には、変わることのない<code>code</code>を使い、表示には、<code>Accept-Language</code>の言語で返される<code>message</code>を使ってください。",
    problemExample: "エラーの全体例",
    codeCount: "{count, plural, other {#コード}}",
    codesOf: "ステータス{status}のコード",
    status200: "成功",
    status400: "パラメータの誤り：リクエストを読み取れません",
    status401: "認証に失敗しました",
    status403: "送信元を理由に拒否されました",
    status404: "リソースがありません",
    status409: "現在の状態と矛盾しています",
    status413: "サイズが大きすぎます",
    status415: "JSONではありません",
    status422: "読み取って検査した結果、拒否されました",
    v1Status422: "同じ冪等キーが別の本文で使われました",
    status429: "リクエストが多すぎます。Retry-Afterの時間だけお待ちください",
    status500: "サーバーエラー",
    status503: "現在利用できません。Retry-Afterの時間だけお待ちください",
    statusOther: "拒否されました",
    helpTitle: "ヘルプ",
    helpText: "このページの説明どおりに動かない場合は、行った操作と次の情報をお知らせください。",
    help1: "操作とエラーのcode",
    help2: "その応答を特定する、エラーのinstance",
    help3: "追跡コード（注文のidは決して書かないでください）",
    helpContact: "お問い合わせ",
  },
});
