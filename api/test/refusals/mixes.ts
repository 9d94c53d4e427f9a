import { GOOD_ORDER } from "../contract/world";
import type { Row } from "./row";

export const TOR = { privacySettings: { enableTorIntegration: true } };
const mixed = (change: object) => ({ privacySettings: {}, ...change });
const to = GOOD_ORDER.receiveAddress;
const OTHER_TO = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
export const BAD_MIXES: readonly Row[] = [
  ["Tor, which is not there", "422 mixer/tor-unavailable", TOR],
  ["a fixed rate", "422 mixer/fixed", { privacySettings: { preset: "basic" }, orderType: "fixed" }],
  ["a session that never was", "409 mixer/session", mixed({ sessionId: "x".repeat(22) })],
  ["a session that is none", "409 mixer/session", mixed({ sessionId: "\u0000" })],
  ["six addresses", "422 request/invalid", mixed({ receiveAddresses: Array(6).fill(to) })],
  ["no address", "422 request/invalid", mixed({ receiveAddresses: [] })],
  ["a wrong second address", "422 address/format", mixed({ receiveAddresses: [to, "x"] })],
  ["an address twice", "422 address/twice", mixed({ receiveAddresses: [to, to.toLowerCase()] })],
  ["several addresses without a mix", "422 request/invalid", { receiveAddresses: [to] }],
  [
    "an address that is not among the several",
    "422 request/invalid",
    mixed({ receiveAddresses: [OTHER_TO] }),
  ],
  [
    "a wrong address beside several",
    "422 address/format",
    mixed({ receiveAddress: "x", receiveAddresses: [to] }),
  ],
  ["a session without a mix", "422 request/invalid", { sessionId: "x".repeat(22) }],
];
