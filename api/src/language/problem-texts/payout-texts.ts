/** What administrators read about transactions that were not planned, in each language. */
export const PAYOUT_TEXTS = {
  en: {
    "override/unknown": { title: "No such payout", message: "There is no payout with this name." },
    "override/transaction": {
      title: "Not its first transaction",
      message: "This isn’t the payout’s first transaction. Please look at the list again.",
    },
    "override/paid": { title: "Nothing to sign", message: "This payout has been made or taken back." },
    "override/used": {
      title: "Already decided",
      message: "An approver decided on this payout before. That is possible once.",
    },
    "override/open": {
      title: "It may still end by itself",
      message:
        "One of its transactions is known to the network, may still be proved dead, or hasn’t been looked for lately.",
    },
    "spend/unknown": {
      title: "No such transaction",
      message: "There is no unplanned transaction with this number.",
    },
    "spend/adopted": { title: "Already adopted", message: "This transaction was adopted before." },
    "books/unplanned-spend": {
      title: "Adopt the transaction first",
      message:
        "A transaction that we did not sign spends coins on this network. Adopt it: that books what it took.",
    },
  },
  es: {
    "override/unknown": { title: "Pago no encontrado", message: "No existe ningún pago con ese nombre." },
    "override/transaction": {
      title: "No es su primera transacción",
      message: "Esta no es la primera transacción del pago. Consulte de nuevo la lista.",
    },
    "override/paid": { title: "Nada que firmar", message: "Este pago ya se hizo o se anuló." },
    "override/used": {
      title: "Ya decidido",
      message: "Un aprobador ya decidió sobre este pago. Solo es posible una vez.",
    },
    "override/open": {
      title: "Aún puede terminar por sí solo",
      message:
        "La red conoce una de sus transacciones, aún puede demostrarse que está muerta, o no se ha buscado hace poco.",
    },
    "spend/unknown": {
      title: "Transacción no encontrada",
      message: "No existe ninguna transacción imprevista con ese número.",
    },
    "spend/adopted": { title: "Ya asumida", message: "Esta transacción ya se había asumido." },
    "books/unplanned-spend": {
      title: "Asuma primero la transacción",
      message:
        "Una transacción que no firmamos gasta monedas en esta red. Asúmala: así se contabiliza lo que se llevó.",
    },
  },
  fr: {
    "override/unknown": { title: "Paiement introuvable", message: "Aucun paiement ne porte ce nom." },
    "override/transaction": {
      title: "Pas sa première transaction",
      message: "Ce n’est pas la première transaction du paiement. Consultez de nouveau la liste.",
    },
    "override/paid": { title: "Rien à signer", message: "Ce paiement a été effectué ou annulé." },
    "override/used": {
      title: "Déjà décidé",
      message: "Un approbateur a déjà décidé de ce paiement. Ce n’est possible qu’une fois.",
    },
    "override/open": {
      title: "Il peut encore aboutir seul",
      message:
        "Le réseau connaît l’une de ses transactions, sa mort peut encore être prouvée, ou elle n’a pas été cherchée récemment.",
    },
    "spend/unknown": {
      title: "Transaction introuvable",
      message: "Aucune transaction imprévue ne porte ce numéro.",
    },
    "spend/adopted": { title: "Déjà assumée", message: "Cette transaction a déjà été assumée." },
    "books/unplanned-spend": {
      title: "Assumez d’abord la transaction",
      message:
        "Une transaction que nous n’avons pas signée dépense des fonds sur ce réseau. Assumez-la : ce qu’elle a pris sera comptabilisé.",
    },
  },
  ja: {
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
      message:
        "取引のいずれかがネットワークに知られているか、無効の証明がまだ可能か、最近確認されていません。",
    },
    "spend/unknown": { title: "取引が見つかりません", message: "この番号の予定外の取引はありません。" },
    "spend/adopted": { title: "引き受け済みです", message: "この取引はすでに引き受け済みです。" },
    "books/unplanned-spend": {
      title: "先に取引を引き受けてください",
      message:
        "当方が署名していない取引がこのネットワークのコインを使っています。引き受けると、失われた額が記帳されます。",
    },
  },
  zhCn: {
    "override/unknown": { title: "未找到付款", message: "没有此名称的付款。" },
    "override/transaction": { title: "不是首笔交易", message: "这不是该付款的首笔交易，请重新查看列表。" },
    "override/paid": { title: "无需签名", message: "该付款已完成或已撤销。" },
    "override/used": { title: "已作决定", message: "审批人已就该付款作出决定，且只能决定一次。" },
    "override/open": {
      title: "它仍可能自行结束",
      message: "其某笔交易仍为网络所知、仍可能被证明失效，或近期未被查询。",
    },
    "spend/unknown": { title: "未找到交易", message: "没有这个编号的计划外交易。" },
    "spend/adopted": { title: "已认领", message: "该交易此前已被认领。" },
    "books/unplanned-spend": {
      title: "请先认领该交易",
      message: "一笔并非由我们签名的交易正在花费该网络上的币。认领后，其取走的金额会入账。",
    },
  },
  zhTw: {
    "override/unknown": { title: "找不到付款", message: "沒有此名稱的付款。" },
    "override/transaction": { title: "不是首筆交易", message: "這不是該付款的首筆交易，請重新查看清單。" },
    "override/paid": { title: "無需簽署", message: "該付款已完成或已撤銷。" },
    "override/used": { title: "已作決定", message: "核准者已就該付款作出決定，且只能決定一次。" },
    "override/open": {
      title: "它仍可能自行結束",
      message: "其某筆交易仍為網路所知、仍可能被證明失效，或近期未被查詢。",
    },
    "spend/unknown": { title: "找不到交易", message: "沒有此編號的計畫外交易。" },
    "spend/adopted": { title: "已認領", message: "此交易先前已被認領。" },
    "books/unplanned-spend": {
      title: "請先認領該交易",
      message: "一筆並非由我們簽署的交易正在花費此網路上的幣。認領後，其取走的金額會入帳。",
    },
  },
} as const;
