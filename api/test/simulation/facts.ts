import { registryUnits } from "../../src/core/asset-amount";
import { type AssetCode, assetOf, type ChainId } from "../../src/core/assets";
import { decodeJson } from "../../src/core/json";
import type { MixFacts } from "./audit-mixes";
import type { Facts, OrderFacts, Payment } from "./auditor";
import { leftOver, noteRounds } from "./mixes";
import { listedAddress } from "./people";
import type { World } from "./world";

type Json = Record<string, unknown>;

/** Gathers what the auditor needs: agreements from the order rows, money from the simulated chains alone. */
export async function collectFacts(world: World): Promise<Facts> {
  await noteRounds(world);
  const chains = [...world.chains];
  const hot = await world.plot.observer<{ address: string }[]>`
    SELECT hot_address AS address FROM public_wallets WHERE chain = ANY(${chains}::text[])`;
  const deposit = world.customers.flatMap(({ depositAddress }) =>
    depositAddress === "" ? [] : [depositAddress],
  );
  const pool = await poolAddresses(world);
  const wallet = [...hot.map(({ address }) => address), ...deposit, ...pool];
  return {
    orders: await orderFacts(world),
    payments: await payments(world, deposit),
    receipts: await receipts(world, wallet),
    spends: await spends(world),
    sweeps: await sweeps(world, deposit),
    isRewritten: world.rewritten.size > 0,
    complaints: [...world.mixes.complaints, ...(await leftOver(world))],
    began: await amounts(
      world,
      (sql) => sql`
      SELECT asset, sum(units)::text AS units FROM transaction JOIN transfer USING (chain, tx_id)
      WHERE chain = ANY(${chains}::text[]) AND model = 'faucet' AND height IS NOT NULL
        AND recipient = ANY(${hot.map(({ address }) => address)}::text[]) GROUP BY asset`,
    ),
    holds: await amounts(
      world,
      (sql) => sql`
      SELECT asset, sum(units)::text AS units FROM (SELECT DISTINCT ON (chain, asset, address) asset, units FROM balance
        WHERE chain = ANY(${chains}::text[]) AND address = ANY(${wallet}::text[])
        ORDER BY chain, asset, address, height DESC) AS latest GROUP BY asset`,
    ),
    burnt: await burnt(world),
    dust: new Map(world.assets.map((asset) => [asset, registryUnits(asset, "dustAmount")])),
    decimals: new Map(world.assets.map((asset) => [asset, assetOf(asset).decimals])),
    prices: world.market.history,
  };
}

async function orderFacts(world: World): Promise<OrderFacts[]> {
  const rows = await world.plot.observer<
    {
      id: string;
      parent: string | null;
      state: string;
      refund: string | null;
      terms: unknown;
      body: unknown;
      fee: string | null;
    }[]
  >`SELECT id, parent_id AS parent, state, refund_address AS refund, terms, body,
      (SELECT e.body #>> '{market,refundFeeUnits,$bigint}' FROM order_events e
        WHERE e.order_id = orders.id AND e.type = 'plan_refund' ORDER BY version DESC LIMIT 1) AS fee FROM orders`;
  const onChain = await roundsOnChain(world);
  return rows.map((row) => {
    const terms = decodeJson(row.terms) as Json;
    const body = decodeJson(row.body) as Json;
    const quote = terms.quote as { rate: OrderFacts["quoteRate"] };
    const instructions = Object.values(terms.mismatch as Record<string, string>);
    return {
      id: row.id,
      parentId: row.parent,
      state: row.state,
      orderType: terms.orderType as OrderFacts["orderType"],
      sendAsset: terms.sendAsset as string,
      receiveAsset: terms.receiveAsset as string,
      receiveAddress: (terms.payout as { address?: string }).address ?? "",
      refundAddress: row.refund,
      unitsMin: terms.sendUnitsMin as bigint,
      unitsMax: terms.sendUnitsMax as bigint,
      unitsAgreed: terms.sendUnits as bigint,
      expiresAt: terms.expiresAt as number,
      quoteRate: quote.rate,
      deposits: (body.deposits as { id: string; childId: string | null; status: string }[])
        .filter(({ status }) => status === "credited")
        .map(({ id, childId }) => ({ id, childId })),
      settlement: body.settlement as OrderFacts["settlement"],
      refundFeeUnits: row.fee === null ? null : BigInt(row.fee),
      mix: mixFacts(world, row.id, terms, body, onChain.get(row.id) ?? 0),
      wasAsked: world.asked.has(row.id),
      consents: world.consents.get(row.id) ?? new Set(),
      agreedAt: world.agreedAt.get(row.id) ?? [],
      instructions: new Set(instructions),
    };
  });
}

type Settings = Pick<MixFacts, "form" | "rounds" | "delayMinutes" | "level">;

function mixFacts(world: World, id: string, terms: Json, body: Json, roundsOnChain: number): MixFacts | null {
  const mixer = terms.mixer as { settings: Settings; receiveAddresses: string[] } | undefined;
  if (mixer === undefined) return null;
  const mix = body.mix as { roundsDone: number; roundsSkipped: number; shortfall: number | null } | undefined;
  const settlement = body.settlement as { networkFeeUnits: bigint } | null;
  if ((mix?.roundsSkipped ?? 0) > 0) world.reached.add("mix round left out");
  if ((mix?.roundsDone ?? 0) > 0) world.reached.add("mix round done");
  if ((mix?.shortfall ?? 0) > 0) world.reached.add("mix shortfall");
  const { form, rounds, delayMinutes, level } = mixer.settings;
  return {
    form,
    rounds,
    delayMinutes,
    level,
    extendedMinutes: world.mixes.extended.get(id) ?? null,
    addresses: mixer.receiveAddresses,
    depositAddress: terms.depositAddress as string,
    legUnitsAbove:
      registryUnits(terms.receiveAsset as AssetCode, "dustAmount") + (settlement?.networkFeeUnits ?? 0n),
    roundsDone: mix?.roundsDone ?? 0,
    roundsSkipped: mix?.roundsSkipped ?? 0,
    roundsOnChain,
    plan: world.mixes.plans.get(id)?.legs ?? null,
  };
}

/** How many of each order's rounds are in a block: what the engine says was done, looked up on the chain. */
async function roundsOnChain(world: World): Promise<Map<string, number>> {
  const rounds = await world.plot.observer<{ id: string; txId: string }[]>`
    SELECT r.order_id AS id, a.tx_id AS "txId" FROM mix_rounds r JOIN payout_attempts a ON a.id = r.attempt_id`;
  const mined = await world.plot.simnet<{ txId: string }[]>`
    SELECT tx_id AS "txId" FROM transaction WHERE height IS NOT NULL AND succeeded`;
  const inBlocks = new Set(mined.map(({ txId }) => txId));
  const counts = new Map<string, number>();
  for (const { id, txId } of rounds) if (inBlocks.has(txId)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Where rounds went, as far as the wallet's own keys confirm it. */
async function poolAddresses(world: World): Promise<string[]> {
  const rows = await world.plot.observer<{ chain: ChainId; address: string; index: number }[]>`
    SELECT chain, address, index FROM addresses WHERE pool`;
  const own: string[] = [];
  for (const { chain, address, index } of rows) {
    const [derived] = await world.plot.signer.depositAddresses({ chain, fromIndex: index, count: 1 });
    if (derived === address) own.push(address);
  }
  return own;
}

async function payments(world: World, addresses: readonly string[]): Promise<Payment[]> {
  const rows = await world.plot.simnet<
    {
      chain: string;
      txId: string;
      ordinal: number;
      address: string;
      asset: string;
      units: string;
      minedAt: string;
      sources: string[];
    }[]
  >`SELECT chain, tx_id AS "txId", ordinal, recipient AS address, asset, units::text AS units, time_ms::text AS "minedAt", sources
    FROM transaction JOIN transfer USING (chain, tx_id) JOIN block USING (chain, height)
    WHERE model = 'faucet' AND recipient = ANY(${[...addresses]}::text[])`;
  const sent = new Map(
    world.customers.flatMap((customer) => customer.payments.map(({ txHash, at }) => [txHash, at] as const)),
  );
  const listed = new Set(world.chains.map(listedAddress));
  return rows.map((row) => ({
    id: `${row.chain}:${row.txId}:${row.ordinal}`,
    address: row.address,
    asset: row.asset,
    units: BigInt(row.units),
    listed: row.sources.some((source) => listed.has(source)),
    paidAt: sent.get(row.txId) ?? 0,
    minedAt: Number(row.minedAt),
  }));
}

/** What our own transactions brought to anybody but ourselves. */
async function receipts(world: World, wallet: readonly string[]): Promise<Facts["receipts"]> {
  const rows = await world.plot.simnet<
    { id: string; address: string; asset: string; units: string; minedAt: string }[]
  >`SELECT chain || ':' || tx_id || ':' || ordinal AS id, recipient AS address, asset, units::text AS units, time_ms::text AS "minedAt"
    FROM transaction JOIN transfer USING (chain, tx_id) JOIN block USING (chain, height)
    WHERE model <> 'faucet' AND succeeded AND recipient <> ALL(${[...wallet]}::text[])`;
  return rows.map((row) => ({ ...row, units: BigInt(row.units), minedAt: Number(row.minedAt) }));
}

async function spends(world: World): Promise<Facts["spends"]> {
  const rows = await world.plot.simnet<{ by: string; spent: string }[]>`
    SELECT chain || ':' || tx_id AS by, chain || ':' || spent_tx_id || ':' || spent_ordinal AS spent FROM spend`;
  const spent = new Map<string, string[]>();
  for (const row of rows) spent.set(row.by, [...(spent.get(row.by) ?? []), row.spent]);
  return spent;
}

async function sweeps(world: World, addresses: readonly string[]): Promise<Facts["sweeps"]> {
  const rows = await world.plot.simnet<{ address: string; at: string }[]>`
    SELECT sender AS address, time_ms::text AS at FROM transaction JOIN block USING (chain, height)
    WHERE model = 'account' AND sender = ANY(${[...addresses]}::text[])`;
  return rows.map(({ address, at }) => ({ address, at: Number(at) }));
}

async function burnt(world: World): Promise<Map<string, bigint>> {
  const rows = await world.plot.simnet<{ chain: string; units: string }[]>`
    SELECT chain, sum(fee_units)::text AS units FROM transaction
    WHERE model <> 'faucet' AND height IS NOT NULL GROUP BY chain`;
  return new Map(rows.map(({ chain, units }) => [nativeOf(world, chain), BigInt(units)]));
}

const nativeOf = (world: World, chain: string): AssetCode => {
  const native = world.assets.find(
    (asset) => assetOf(asset).chain === chain && assetOf(asset).kind === "native",
  );
  if (native === undefined) throw new RangeError("a chain of another world");
  return native;
};

type Read = (sql: World["plot"]["simnet"]) => Promise<readonly { asset?: string; units?: string }[]>;

async function amounts(world: World, read: Read): Promise<Map<string, bigint>> {
  const rows = await read(world.plot.simnet);
  return new Map(rows.map(({ asset, units }) => [asset ?? "", BigInt(units ?? "0")]));
}
