import { type AssetCode, assetOf } from "../../core/assets";
import type { Language } from "../../language/languages";

/** How to pay, in four sentences: the amount (decimal, in whole coins), the network, the way, and when it counts. */
export function paymentInstructions(
  payment: { asset: AssetCode; amount: string; confirmationsRequired: number },
  language: Language,
): string[] {
  const { asset, amount, confirmationsRequired } = payment;
  const network = assetOf(asset).networkDisplayName;
  return INSTRUCTIONS[language]({ currency: asset, amount, network, count: confirmationsRequired });
}

type Figures = { amount: string; currency: string; network: string; count: number };

const INSTRUCTIONS: Readonly<Record<Language, (figures: Figures) => string[]>> = {
  "zh-cn": ({ amount, currency, network, count }) => [
    `请准确发送 ${amount} ${currency}。`,
    `只能使用 ${network} 网络。`,
    "请从您掌控的钱包一次性发送。",
    `达到 ${count} 次区块确认后入账。`,
  ],
  "zh-tw": ({ amount, currency, network, count }) => [
    `請轉入剛好 ${amount} ${currency}。`,
    `僅限使用 ${network} 網路。`,
    "請從您自己掌控的錢包一次轉出。",
    `達到 ${count} 次區塊確認後入帳。`,
  ],
  en: ({ amount, currency, network, count }) => [
    `Send exactly ${amount} ${currency}.`,
    `Use the ${network} network only.`,
    "Send it in one transaction, from a wallet that you control.",
    `It counts after ${count} ${count === 1 ? "confirmation" : "confirmations"}.`,
  ],
  es: ({ amount, currency, network, count }) => [
    `Envía exactamente ${amount} ${currency}.`,
    `Usa únicamente la red ${network}.`,
    "Envíalo en una sola transacción, desde una billetera bajo tu control.",
    `Se acredita tras ${count} ${count === 1 ? "confirmación" : "confirmaciones"}.`,
  ],
  fr: ({ amount, currency, network, count }) => [
    `Envoyez exactement ${amount} ${currency}.`,
    `Utilisez uniquement le réseau ${network}.`,
    "Envoyez le tout en une seule transaction, depuis un portefeuille que vous contrôlez.",
    // French counts 0 and 1 as singular (Unicode CLDR plural rules).
    `Le paiement est crédité après ${count} ${count < 2 ? "confirmation" : "confirmations"}.`,
  ],
  ja: ({ amount, currency, network, count }) => [
    `${amount} ${currency}ちょうどを送金してください。`,
    `${network}ネットワークのみを使用してください。`,
    "ご自身が管理するウォレットから、1回の取引で送金してください。",
    `${count}回の承認後に入金が確定します。`,
  ],
};
