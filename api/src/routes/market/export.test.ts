import { describe, expect, it } from "vitest";
import { problem } from "../../core/errors";
import { err, ok } from "../../core/result";
import { escapeXml, ratesXml } from "./export";
import type { PairRateWire } from "./schema";

const AT = "2026-01-01T12:00:00.000Z";
const PAIR: PairRateWire = {
  from: "BTC",
  to: "USDT-TRC20",
  rate: "60000",
  minAmount: "0.001",
  maxAmount: "4.1",
  networkFee: "0.8",
  updatedAt: AT,
};
const quotes = (pair: PairRateWire) => ({
  rates: () => [{ from: pair.from, to: pair.to, rate: pair.rate, updatedAt: AT }],
  rate: () => ok(pair),
  reserves: () => [{ currency: "USDT-TRC20", available: "9999000", availablePercent: 99 }],
});

describe("the export for aggregators", () => {
  it("has an item a direction, the fee deducted from what comes out", () => {
    expect(ratesXml(quotes(PAIR))).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<rates>",
        "<item><from>BTC</from><to>USDT-TRC20</to><in>1</in><out>59730</out><amount>9999000</amount>" +
          "<minamount>0.001</minamount><maxamount>4.1</maxamount><tofee>0.8</tofee></item>",
        "</rates>",
        "",
      ].join("\n"),
    );
  });

  it("rounds what comes out down", () => {
    expect(ratesXml(quotes({ ...PAIR, rate: "0.000000000000000003" }))).toContain(
      "<out>0.000000000000000002</out>",
    );
  });

  it("leaves out what takes no amount or is paused", () => {
    const empty = '<?xml version="1.0" encoding="UTF-8"?>\n<rates>\n</rates>\n';
    expect(ratesXml(quotes({ ...PAIR, maxAmount: "0.00099999" }))).toBe(empty);
    expect(ratesXml(quotes({ ...PAIR, maxAmount: "0.001" }))).toContain("<item>");
    expect(ratesXml({ ...quotes(PAIR), rate: () => err(problem("pair/paused")) })).toBe(empty);
  });

  it("escapes what XML reads as markup", () => {
    expect(escapeXml("a<b>&c]]>")).toBe("a&lt;b&gt;&amp;c]]&gt;");
    expect(ratesXml(quotes({ ...PAIR, from: "<&" }))).toContain("<from>&lt;&amp;</from>");
  });
});
