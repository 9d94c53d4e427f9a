import { type AssetCode, assetOf, NATIVE_ASSET } from "../../core/assets";
import type { Language } from "../../language/languages";

/**
 * How to pay, one sentence a line. The first four are the amount (in whole coins, as the language writes decimals), the network, the way, and when
 * it counts; the rest is what an exchange account or a token's network asks for beyond that.
 */
export function paymentInstructions(
  payment: { asset: AssetCode; amount: string; confirmationsRequired: number },
  language: Language,
): string[] {
  const { asset, amount, confirmationsRequired } = payment;
  const { networkDisplayName: network, chain, kind } = assetOf(asset);
  const { basics, fromExchange, networkCoin, decimalMark = "." } = INSTRUCTIONS[language];
  const figures = {
    currency: asset,
    amount: amount.replace(".", decimalMark),
    network,
    count: confirmationsRequired,
  };
  return [
    ...basics(figures),
    ...fromExchange(figures),
    ...(kind === "token" ? [networkCoin(NATIVE_ASSET[chain])] : []),
  ];
}

type Figures = { amount: string; currency: string; network: string; count: number };

type Instructions = {
  basics: (figures: Figures) => string[];
  /** What differs where the coins come from an exchange account instead of a wallet. */
  fromExchange: (figures: Figures) => string[];
  /** Of a token: the coin that pays its network's fee. */
  networkCoin: (coin: string) => string;
  /** Where it is not a dot. */
  decimalMark?: string;
};

const INSTRUCTIONS: Readonly<Record<Language, Instructions>> = {
  "zh-cn": {
    basics: ({ amount, currency, network, count }) => [
      `请准确发送 ${amount} ${currency}。`,
      `只能使用 ${network} 网络。`,
      "请从您掌控的钱包一次性发送。",
      `达到 ${count} 次区块确认后入账。`,
    ],
    fromExchange: ({ amount, currency, network }) => [
      `从交易所账户提币时，请选择 ${network} 网络，并把提币手续费算在外：到账须正好为 ${amount} ${currency}。`,
    ],
    networkCoin: (coin) => `您的钱包还需要少量 ${coin} 来支付网络费。`,
  },
  "zh-tw": {
    basics: ({ amount, currency, network, count }) => [
      `請轉入剛好 ${amount} ${currency}。`,
      `僅限使用 ${network} 網路。`,
      "請從您自己掌控的錢包一次轉出。",
      `達到 ${count} 次區塊確認後入帳。`,
    ],
    fromExchange: ({ amount, currency, network }) => [
      `從交易所帳戶提領時，請選擇 ${network} 網路，提領手續費另計：實際到帳須剛好是 ${amount} ${currency}。`,
    ],
    networkCoin: (coin) => `您的錢包還需要少量 ${coin} 支付網路手續費。`,
  },
  en: {
    basics: ({ amount, currency, network, count }) => [
      `Send exactly ${amount} ${currency}.`,
      `Use the ${network} network only.`,
      "Send it in one transaction, from a wallet that you control.",
      `It counts after ${count} ${count === 1 ? "confirmation" : "confirmations"}.`,
    ],
    fromExchange: ({ amount, currency, network }) => [
      `Paying from an exchange account? Choose ${network} as the withdrawal network and add its withdrawal fee: exactly ${amount} ${currency} has to arrive.`,
    ],
    networkCoin: (coin) => `Your wallet also needs a little ${coin} to pay the network fee.`,
  },
  es: {
    decimalMark: ",",
    basics: ({ amount, currency, network, count }) => [
      `Envía exactamente ${amount} ${currency}.`,
      `Usa únicamente la red ${network}.`,
      "Envíalo en una sola transacción, desde una billetera bajo tu control.",
      `Se acredita tras ${count} ${count === 1 ? "confirmación" : "confirmaciones"}.`,
    ],
    fromExchange: ({ amount, currency, network }) => [
      `¿Pagas desde la cuenta de un exchange? Elige ${network} como red de retiro y suma su comisión de retiro: deben llegar exactamente ${amount} ${currency}.`,
    ],
    networkCoin: (coin) =>
      `Tu billetera también necesita una pequeña cantidad de ${coin} para pagar la comisión de red.`,
  },
  fr: {
    decimalMark: ",",
    basics: ({ amount, currency, network, count }) => [
      `Envoyez exactement ${amount} ${currency}.`,
      `Utilisez uniquement le réseau ${network}.`,
      "Envoyez le tout en une seule transaction, depuis un portefeuille que vous contrôlez.",
      // French counts 0 and 1 as singular (Unicode CLDR plural rules).
      `Le paiement est crédité après ${count} ${count < 2 ? "confirmation" : "confirmations"}.`,
    ],
    fromExchange: ({ amount, currency, network }) => [
      `Vous payez depuis le compte d’une plateforme d’échange\u202f? Choisissez ${network} comme réseau de retrait et ajoutez ses frais de retrait\u202f: il doit arriver exactement ${amount} ${currency}.`,
    ],
    networkCoin: (coin) =>
      `Votre portefeuille doit aussi contenir un peu de ${coin} pour payer les frais de réseau.`,
  },
  ja: {
    basics: ({ amount, currency, network, count }) => [
      `${amount} ${currency}ちょうどを送金してください。`,
      `${network}ネットワークのみを使用してください。`,
      "ご自身が管理するウォレットから、1回のトランザクションで送金してください。",
      `${count}回の承認後に入金が確定します。`,
    ],
    fromExchange: ({ amount, currency, network }) => [
      `取引所の口座から出金する場合は、ネットワークに${network}を選び、出金手数料を別に加えてください。${amount} ${currency}ちょうどが届く必要があります。`,
    ],
    networkCoin: (coin) => `ネットワーク手数料の支払い用に、ウォレットに少額の${coin}も必要です。`,
  },
};
