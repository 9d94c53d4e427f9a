// What lies at the addresses of one EVM chain on another one: the key of the first moves it on the second.
import { describe, expect, it } from "vitest";
import {
  accountLeg,
  accountSweep,
  addressOf,
  ask,
  DEPOSIT,
  ETH_HOT,
  ETH_LEG,
  HOT,
  OTHER_EVM,
  SWEEP,
  topUp,
} from "../../test/chains/signer";
import type { BuildRequest, WalletKey } from "./chain";
import type { SigningPurpose } from "./signer";

const KEY: WalletKey = { ...DEPOSIT, home: "bsc" };
const THERE = addressOf("bsc", DEPOSIT);
const sweep = { ...accountSweep, from: THERE, key: KEY };
const toSister = { ...topUp, to: THERE };
const TOP_UP: SigningPurpose = { kind: "top_up", depositIndex: 7, home: "bsc" };
const at = (key: WalletKey) => ({ ...sweep, key });

describe("the key of a sister chain", () => {
  it.each<[string, BuildRequest, SigningPurpose]>([
    ["sweeps what lies at its address", sweep, SWEEP],
    ["is paid native coins for that", toSister, TOP_UP],
  ])("%s", async (_, request, purpose) => {
    expect((await ask(request, purpose)).txId).toBe("t1");
  });

  it.each<[string, RegExp, BuildRequest, SigningPurpose]>([
    ["to elsewhere", /ends at the hot/, { ...sweep, to: OTHER_EVM }, SWEEP],
    ["with too high a fee", /fee above/, { ...sweep, fee: { feeUnits: 901n, detail: {} } }, SWEEP],
    [
      "of the hot wallet there",
      /starts at a deposit/,
      { ...at({ ...HOT, home: "bsc" }), from: addressOf("bsc", HOT) },
      SWEEP,
    ],
    ["that has another address", /not the address of its key/, at({ ...KEY, index: 8 }), SWEEP],
    ["that is this chain's", /not the address of its key/, at(DEPOSIT), SWEEP],
    ["of a chain that is no sister", /no sister chain/, at({ ...DEPOSIT, home: "bitcoin" }), SWEEP],
    ["of this chain as a sister", /no sister chain/, at({ ...DEPOSIT, home: "ethereum" }), SWEEP],
    ["that this signer does not hold", /no such chain/, at({ ...DEPOSIT, home: "polygon" }), SWEEP],
    ["for a leg", /sweeps only/, { ...accountLeg, from: THERE, key: KEY }, ETH_LEG],
    ["for a round", /sweeps only/, { ...sweep, asset: "ETH" }, { kind: "round", indexes: [7] }],
    ["for a cancellation", /sweeps only/, { ...sweep, asset: "ETH", units: 0n }, { kind: "cancel" }],
    ["for a top-up", /sweeps only/, { ...toSister, from: THERE, key: KEY }, TOP_UP],
    ["whose top-up names no chain", /its deposit address/, toSister, { kind: "top_up", depositIndex: 7 }],
    ["whose top-up goes to this chain's", /its deposit address/, topUp, TOP_UP],
    ["whose top-up is above its cap", /above its cap/, { ...toSister, units: 5_001n }, TOP_UP],
  ])("signs nothing %s", async (_, reason, request, purpose) => {
    await expect(ask(request, purpose)).rejects.toThrow(reason);
  });

  it("is asked for an address: it is ours where this signer holds the key, and no failure where it does not", async () => {
    const paid = (home: "bsc" | "polygon") =>
      ask(accountLeg, ETH_LEG, { claimed: { chain: "ethereum", address: THERE, index: 7, home } });
    expect((await paid("bsc")).txId).toBe("t1");
    await expect(paid("polygon")).rejects.toThrow("the deposit is not ours");
  });

  it("is never lent beside the one that was asked for", async () => {
    await expect(ask({ ...accountSweep, to: ETH_HOT }, SWEEP, { keyAsked: KEY })).rejects.toThrow(
      /key was asked for/,
    );
  });
});
