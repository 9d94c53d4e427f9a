import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  explorer: {
    metaTitle: "simnetエクスプローラー · Sotto",
    metaDescription:
      "模擬ネットワークのブロック、トランザクション、アドレスを確認できます。ここで扱うコインに価値はありません。",
    title: "simnetエクスプローラー",
    lead: "公開チェーンで確認できる情報（ブロック、トランザクション、アドレス、数量）を調べられます。",
    simulation:
      "これらのネットワークは模擬のもので、コインに価値はありません。注文の支払いは、支払いページのフォーセットで行えます。「例」と表示されたもの（サポート、運営者、ボット）は、実際のサービスで運営者が示す内容の代わりです。",
    search: "トランザクションまたはブロックのハッシュ、アドレス",
    searchSubmit: "検索",
    home: "すべてのチェーン",
    tip: "最新ブロック",
    blockNumber: "ブロック {height}",
    mined: "生成日時",
    unconfirmedCount: "未承認",
    blocksOf: "{network}のブロック",
    parent: "前のブロック",
    hash: "ハッシュ",
    copyHash: "ハッシュをコピー",
    copyAddress: "アドレスをコピー",
    transactions: "トランザクション",
    transactionCount: "{count, plural, other {#件のトランザクション}}",
    transaction: "トランザクション",
    status: "状態",
    unconfirmed: "未承認",
    confirmed: "{count, plural, other {#回承認}}",
    failed: "失敗：コインは移動していません",
    fee: "ネットワーク手数料",
    from: "送金元",
    to: "送金先",
    spends: "使用した出力",
    spentBy: "使用先",
    hidden: "Moneroはアドレスも数量も公開しないため、このページにも表示されません。",
    address: "アドレス",
    balances: "残高",
    neverUsed: "このアドレスへの入金はまだありません。",
    received: "受取",
    sent: "送金",
    none: "トランザクションはありません。",
    more: "次のページ",
    unknownTitle: "simnetに見つかりません",
    unknownText:
      "模擬ネットワークに、該当するトランザクション・ブロック・アドレスはありません。未承認の支払いは別の支払いに置き換えられると消え、ブロックは再編成で消えることがあります。",
  },
});
