/** What administrators read about transactions that were not planned, in each language. */
export const PAYOUT_TEXTS = {
  en: {
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
    "spend/unknown": { title: "取引が見つかりません", message: "この番号の予定外の取引はありません。" },
    "spend/adopted": { title: "引き受け済みです", message: "この取引はすでに引き受け済みです。" },
    "books/unplanned-spend": {
      title: "先に取引を引き受けてください",
      message:
        "当方が署名していない取引がこのネットワークのコインを使っています。引き受けると、失われた額が記帳されます。",
    },
  },
  zhCn: {
    "spend/unknown": { title: "未找到交易", message: "没有这个编号的计划外交易。" },
    "spend/adopted": { title: "已认领", message: "该交易此前已被认领。" },
    "books/unplanned-spend": {
      title: "请先认领该交易",
      message: "一笔并非由我们签名的交易正在花费该网络上的币。认领后，其取走的金额会入账。",
    },
  },
  zhTw: {
    "spend/unknown": { title: "找不到交易", message: "沒有此編號的計畫外交易。" },
    "spend/adopted": { title: "已認領", message: "此交易先前已被認領。" },
    "books/unplanned-spend": {
      title: "請先認領該交易",
      message: "一筆並非由我們簽署的交易正在花費此網路上的幣。認領後，其取走的金額會入帳。",
    },
  },
} as const;
