import { describe, expect, test } from "vitest";
import { parsePaymentRequest } from "./payment-uri";

const bitcoin = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const ETHER = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const OTHER = "0x52908400098527886E0F7030069857D2E4169EE7";
const monero = `4${"A".repeat(94)}`;

describe("parsePaymentRequest reads what wallets show", () => {
  test.each([
    [bitcoin, { address: bitcoin, coin: null, amount: null }],
    [` ${ETHER}\n`, { address: ETHER, coin: null, amount: null }],
    [`bitcoin:${bitcoin}`, { address: bitcoin, coin: "BTC", amount: null }],
    // BIP 321
    [`bitcoin:${bitcoin}?amount=0.0125&label=Caf%C3%A9`, { address: bitcoin, coin: "BTC", amount: "0.0125" }],
    [
      `BITCOIN:${bitcoin.toUpperCase()}?amount=020.50`,
      { address: bitcoin.toUpperCase(), coin: "BTC", amount: "20.5" },
    ],
    [`litecoin:${bitcoin}?amount=1e5`, { address: bitcoin, coin: "LTC", amount: null }],
    [
      "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=1",
      { address: "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", coin: "BCH", amount: "1" },
    ],
    [
      "bchreg:qpm2qsznhks23z7629mms6s4cwef74vcwvsf4yzcyq?amount=1",
      { address: "bchreg:qpm2qsznhks23z7629mms6s4cwef74vcwvsf4yzcyq", coin: "BCH", amount: "1" },
    ],
    [`monero:${monero}?tx_amount=1.23`, { address: monero, coin: "XMR", amount: "1.23" }],
    // Solana Pay: an amount of a token is none of SOL.
    [`solana:${"A".repeat(44)}?amount=0.5`, { address: "A".repeat(44), coin: "SOL", amount: "0.5" }],
    [
      `solana:${"A".repeat(44)}?amount=0.5&spl-token=${"B".repeat(44)}`,
      { address: "A".repeat(44), coin: "SOL", amount: null },
    ],
    // EIP-681
    [`ethereum:${ETHER}`, { address: ETHER, coin: null, amount: null }],
    [`ethereum:pay-${ETHER}@137`, { address: ETHER, coin: "POL", amount: null }],
    [`ethereum:${ETHER}?value=2.014e18`, { address: ETHER, coin: "ETH", amount: "2.014" }],
    [`ethereum:${ETHER}@56?value=1`, { address: ETHER, coin: "BNB", amount: "0.000000000000000001" }],
    [`ethereum:${ETHER}@5?value=1e18`, { address: ETHER, coin: null, amount: "1" }],
    [
      `ethereum:${ETHER}@1/transfer?address=${OTHER}&uint256=1e6`,
      { address: OTHER, coin: "ETH", amount: null },
    ],
  ])("%s", (text, found) => {
    expect(parsePaymentRequest(text)).toEqual(found);
  });
  test.each([
    "",
    "https://example.org/bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    "WIFI:S:home;T:WPA;P:secret;;",
    "javascript:alert(1)",
    "twelve words of a seed that must never be pasted here at all",
    "short",
    "bitcoin:",
    "bitcoin:%E0%A4%A",
    `ethereum:${ETHER}/transfer?uint256=1`,
    `ethereum:${bitcoin}`,
    "A".repeat(2000),
  ])("%s is no address", (text) => {
    expect(parsePaymentRequest(text)).toBeNull();
  });
});
