import { formatUnits, mulDivFloor, parseUnits, RATE_DECIMALS } from "../../core/amount";
import { assert } from "../../core/assert";
import { exchangeFeePpm, PPM } from "../../core/fees";
import type { MarketAnswers } from "./answers";

/** One direction as aggregators read it; decimal strings. */
type ExportItem = {
  from: string;
  to: string;
  in: string;
  out: string;
  amount: string;
  minamount: string;
  maxamount: string;
  tofee: string;
};

/**
 * The rates in the form that aggregators fetch (https://www.bestchange.com/wiki/rates.html): for `in` = 1 of `from` a
 * customer gets `out` of `to`, our fee deducted; `tofee`, the network fee in `to`, comes off once besides. `amount` is
 * what we can pay out, the limits are in `from`. A direction that takes no amount at the moment is left out.
 */
export function ratesXml(market: Pick<MarketAnswers, "rates" | "rate" | "reserves">): string {
  const reserves = new Map(market.reserves().map(({ currency, available }) => [currency, available]));
  const items = market.rates().flatMap(({ from, to }): ExportItem[] => {
    const pair = market.rate(from, to);
    if (!pair.ok) return [];
    const { rate, minAmount, maxAmount, networkFee } = pair.value;
    if (scaled(maxAmount) < scaled(minAmount)) return [];
    const limits = { minamount: minAmount, maxamount: maxAmount };
    const out = afterFee(rate);
    return [{ from, to, in: "1", out, amount: reserves.get(to) ?? "0", ...limits, tofee: networkFee }];
  });
  const lines = items.map((item) => element("item", Object.entries(item).map(textElement).join("")));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rates>\n${lines.map((line) => `${line}\n`).join("")}</rates>\n`;
}

/** What is left of a rate after the fee of a floating exchange, rounded down. */
const afterFee = (rate: string): string =>
  formatUnits(mulDivFloor(scaled(rate), PPM - exchangeFeePpm("floating"), PPM), RATE_DECIMALS);

function scaled(decimal: string): bigint {
  const parsed = parseUnits(decimal, RATE_DECIMALS);
  assert(parsed.ok, "a figure of ours is no decimal");
  return parsed.value;
}

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;
const textElement = ([name, text]: [string, string]): string => element(name, escapeXml(text));

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Character data of XML 1.0 (section 2.4). Today it contains only digits and our own codes. */
export const escapeXml = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
