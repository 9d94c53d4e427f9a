/** What a scanned or pasted text asks to be paid. */
export interface PaymentRequest {
  address: string;
  /** Canonical code of the native coin of the network that the text names; null for a bare address. */
  coin: string | null;
  /** Wire decimal of `coin`; null where the text has none, or has one of a token. */
  amount: string | null;
}

const COIN_OF_SCHEME: Readonly<Record<string, string>> = {
  bitcoin: "BTC",
  litecoin: "LTC",
  bitcoincash: "BCH",
  bchtest: "BCH",
  bchreg: "BCH",
  dash: "DASH",
  zcash: "ZEC",
  ethereum: "ETH",
  solana: "SOL",
  monero: "XMR",
  tron: "TRX",
  cardano: "ADA",
  "web+cardano": "ADA",
};
/** EIP-155 numbers of the networks there are. */
const COIN_OF_CHAIN: Readonly<Record<string, string>> = { "1": "ETH", "56": "BNB", "137": "POL" };

/** No network writes a shorter or a longer one. */
const ADDRESS_PATTERN = /^[A-Za-z0-9]{20,120}$/;
const TEXT_LENGTH_MAX = 1000;
const WEI_DIGITS = 18;

/**
 * Reads a bare address or a payment URI: BIP 321 and its like (`amount`), EIP-681 (`value`, `@chain`, a token's
 * `/transfer`), Solana Pay (`spl-token`), Monero (`tx_amount`). Null when the text names no address.
 */
export function parsePaymentRequest(input: string): PaymentRequest | null {
  const text = input.trim();
  if (text.length > TEXT_LENGTH_MAX) return null;
  if (ADDRESS_PATTERN.test(text)) return { address: text, coin: null, amount: null };
  const found = /^([a-z+]+):(?:\/\/)?([^?#]*)(?:\?([^#]*))?/i.exec(text);
  const scheme = found?.[1]?.toLowerCase() ?? "";
  const coin = COIN_OF_SCHEME[scheme];
  const target = decode(found?.[2] ?? "");
  const query = new URLSearchParams(found?.[3] ?? "");
  if (coin === undefined || target === null) return null;
  if (scheme === "ethereum") return parseEthereum(target, query);
  if (!ADDRESS_PATTERN.test(target)) return null;
  const isToken = query.has("spl-token");
  const amount = isToken ? null : decimal(query.get("amount") ?? query.get("tx_amount"));
  // A cash address bears its prefix: without it, some wallets do not know it.
  return { address: coin === "BCH" ? `${scheme}:${target}` : target, coin, amount };
}

function parseEthereum(target: string, query: URLSearchParams): PaymentRequest | null {
  const found = /^(?:pay-)?(0x[0-9a-f]{40})(?:@(\d+))?(\/transfer)?$/i.exec(target);
  const first = found?.[1];
  if (found === null || first === undefined) return null;
  const amount = found[3] === undefined ? fromWei(query.get("value")) : null;
  // Wallets show `ethereum:0x…` for every network of its kind; only a number, or an amount, says which.
  const chain = found[2] ?? (amount === null ? "" : "1");
  const coin = COIN_OF_CHAIN[chain] ?? null;
  if (found[3] === undefined) return { address: first, coin, amount };
  const address = query.get("address") ?? "";
  // How many decimals the token has, only its contract knows.
  return /^0x[0-9a-f]{40}$/i.test(address) ? { address, coin, amount: null } : null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function decimal(text: string | null): string | null {
  if (text === null || !/^\d{1,18}(\.\d{1,18})?$/.test(text)) return null;
  const [whole = "0", fraction = ""] = text.split(".");
  return trimmed(whole, fraction);
}

/** EIP-681 allows `2.014e18`: digits moved by an exponent, always whole wei in the end. */
function fromWei(text: string | null): string | null {
  const found = /^(\d{1,30})(?:\.(\d{1,30}))?(?:e(\d{1,2}))?$/i.exec(text ?? "");
  if (found === null) return null;
  const [, whole = "", fraction = "", power = "0"] = found;
  const shift = Number(power) - fraction.length;
  if (shift < 0) return null;
  const wei = `${whole}${fraction}${"0".repeat(shift)}`.padStart(WEI_DIGITS + 1, "0");
  return trimmed(wei.slice(0, -WEI_DIGITS), wei.slice(-WEI_DIGITS));
}

function trimmed(whole: string, fraction: string): string | null {
  const digits = whole.replace(/^0+(?=\d)/, "");
  const rest = fraction.replace(/0+$/, "");
  const value = rest === "" ? digits : `${digits}.${rest}`;
  return value === "0" || digits.length > 18 ? null : value;
}
