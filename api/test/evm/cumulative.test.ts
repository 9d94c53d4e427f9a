import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountState, WalletKey } from "../../src/chains/chain";
import { type CumulativeRow, cumulativeChange, receivedTotal } from "../../src/deposits/cumulative";
import { type EvmHarness, makeEvmHarness } from "./harness";

let harness: EvmHarness;
beforeAll(async () => {
  harness = await makeEvmHarness({ id: "ethereum", token: "tether" });
});
afterAll(async () => {
  await harness?.close();
});

async function pay(
  from: WalletKey,
  to: string,
  units: bigint | "all",
): Promise<{ units: bigint; feeUnits: bigint }> {
  const { chain } = harness;
  const sender = harness.addressOf(from);
  const fee = await chain.feeQuote({ model: "account", asset: "ETH", from: sender, to });
  const value =
    units === "all" ? (await chain.balance({ address: sender, asset: "ETH" })) - fee.feeUnits : units;
  const nonce = await chain.nonce(sender);
  const request = {
    model: "account",
    from: sender,
    key: from,
    to,
    asset: "ETH",
    units: value,
    nonce,
    fee,
  } as const;
  const { raw, txId } = await harness.sign(chain.build(request), harness.keyOf);
  expect(await chain.broadcast(raw)).toEqual({ outcome: "accepted" });
  await harness.mine(1);
  const status = await chain.transaction(txId);
  if (status.status !== "mined") throw new Error("not mined");
  return { units: value, feeUnits: status.feeUnits };
}

test("native receipts are derived from balances, across a sweep, a top-up and a reorg", async () => {
  const { chain, anvil } = harness;
  const hot = { branch: "hot", index: 0 } as const;
  const key = { branch: "deposit", index: 1 } as const;
  const address = harness.addressOf(key);
  await anvil.pay({ to: harness.addressOf(hot), units: 10n ** 18n });
  await anvil.mine(1);
  let books = { outgoing: 0n, gas: 0n, topUps: 0n, transactions: 0 };
  let rows: CumulativeRow[] = [];

  const observe = async () => {
    // The latest block is final here where our own payments are, so one set of books serves both ends.
    const finalHeight = (await chain.tip()).height - 1;
    const { latest, accounts } = await chain.accounts({ addresses: [address], finalHeight });
    const account = accounts.get(address);
    if (!account) throw new Error("no account");
    expect(account.latest.nonce).toBe(books.transactions);
    const total = (state: AccountState) => receivedTotal({ balance: state.balanceUnits, ...books });
    const observation = { totalLatest: total(account.latest), totalFinal: total(account.final) };
    const change = cumulativeChange(rows, { ...observation, heightLatest: latest.height });
    if (!change.ok) throw new Error(change.error);
    const { gone, seen, final } = change.value;
    const isIn = (list: readonly { total: bigint }[], row: CumulativeRow) =>
      list.some(({ total }) => total === row.total);
    rows = rows
      .filter((row) => !isIn(seen, row))
      .map((row) => (isIn(gone, row) ? { ...row, state: "gone" } : row));
    rows.push(...seen.map(({ total, units }) => ({ total, units, state: "seen" as const })));
    rows = rows.map((row) => (isIn(final, row) ? { ...row, state: "final" } : row));
    return rows.map(({ units, state }) => [units, state]);
  };

  await anvil.pay({ to: address, units: 5n * 10n ** 17n });
  await anvil.mine(1);
  expect(await observe()).toEqual([[5n * 10n ** 17n, "seen"]]);
  await anvil.reorg(1);
  expect(await observe()).toEqual([[5n * 10n ** 17n, "gone"]]);
  await anvil.pay({ to: address, units: 5n * 10n ** 17n });
  await anvil.mine(2);
  expect(await observe()).toEqual([[5n * 10n ** 17n, "final"]]);

  const sweep = await pay(key, harness.addressOf(hot), "all");
  books = { ...books, outgoing: sweep.units, gas: sweep.feeUnits, transactions: 1 };
  const topUp = await pay(hot, address, 10n ** 15n);
  books = { ...books, topUps: topUp.units };
  await anvil.mine(1);
  expect(await observe()).toEqual([[5n * 10n ** 17n, "final"]]);

  await anvil.pay({ to: address, units: 3n });
  await anvil.mine(1);
  expect(await observe()).toEqual([
    [5n * 10n ** 17n, "final"],
    [3n, "seen"],
  ]);
  await anvil.mine(1);
  expect((await observe()).at(-1)).toEqual([3n, "final"]);
});

test("reads many addresses at two heights, whatever their order and number", async () => {
  const { chain, anvil } = harness;
  const addresses = Array.from({ length: 120 }, (_, n) => harness.strangerAddress(n));
  for (const [n, to] of addresses.entries()) if (n % 2 === 0) await anvil.pay({ to, units: BigInt(n + 1) });
  await anvil.mine(1);
  const { height } = await chain.tip();
  const shown = [...addresses.slice(60), ...addresses];
  const { latest, final, accounts } = await chain.accounts({ addresses: shown, finalHeight: height - 1 });
  expect([latest.height, final.height]).toEqual([height, height - 1]);
  expect(accounts.size).toBe(120);
  for (const [n, address] of addresses.entries()) {
    expect(accounts.get(address)).toEqual({
      latest: { balanceUnits: n % 2 === 0 ? BigInt(n + 1) : 0n, nonce: 0 },
      final: { balanceUnits: 0n, nonce: 0 },
    });
  }
  await expect(chain.accounts({ addresses, finalHeight: height + 5 })).rejects.toThrow("unexpected shape");
});
