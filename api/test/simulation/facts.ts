import { paramsOf, type SimnetChainId } from "../../src/chains/simnet/params";
import { registryUnits } from "../../src/core/asset-amount";
import { type AssetCode, assetOf, type ChainId, isAssetCode, NATIVE_ASSET } from "../../src/core/assets";
import type { OrderWire } from "../../src/routes/orders/schema";
import type { AssetFacts, AssetsFacts } from "./audit-figures";
import type { MixFacts } from "./audit-mixes";
import type { CustomerFacts, Facts, OrderFacts, Payment } from "./auditor";
import { isReadFromBalances } from "./cumulative-chain";
import { LOAN_LIMITS, loanFacts } from "./lending";
import { leftOver, noteRounds } from "./mixes";
import { allPages, type Pages, shownDeposits, shownUnits, transactionOf } from "./pages";
import { listedAddress } from "./people";
import { asReceipts } from "./receipts";
import type { Customer, World } from "./world";
import { leastWorth } from "./worth";

/**
 * Gathers what the auditor needs: from the customers what they did and were shown, from the simulated chains what moved,
 * from the nodes what they ask for it. What the engine says is there as pages show it, to be compared.
 */
export async function collectFacts(world: World): Promise<Facts> {
  await noteRounds(world);
  const chains = [...world.chains];
  const wallets = await world.plot.signer.publicWallets();
  const hot = wallets.flatMap(({ chain, hotAddress }) =>
    chains.some((one) => one === chain) ? [hotAddress] : [],
  );
  const others = world.strangers.places.map(({ address }) => address);
  const deposit = [
    ...world.customers.flatMap(({ depositAddress }) => (depositAddress === "" ? [] : [depositAddress])),
    ...others,
  ];
  const wallet = [...new Set([...hot, ...(await ownAddresses(world)), ...others])];
  const pages = await allPages(world);
  const single = await payments(world, deposit);
  const paid = asReceipts(single, pages.flatMap(shownDeposits));
  return {
    assets: assetsFacts(world),
    orders: await orderFacts(
      world,
      pages,
      paid.filter(({ isStranger }) => !isStranger),
    ),
    loans: await loanFacts(world),
    loanLimits: LOAN_LIMITS,
    leastWorth: (asset, units) => (isAssetCode(asset) ? leastWorth(world, asset, units) : 0n),
    payments: paid,
    receipts: await receipts(world, wallet),
    wallet: new Set(wallet),
    spends: await spends(world),
    sweeps: await sweeps(world, deposit),
    isRewritten: (asset) =>
      isAssetCode(asset) && [...world.rewritten].some((chain) => chain === assetOf(asset).chain),
    known: new Set([...[...single, ...paid].map(({ txHash }) => txHash), ...world.lost]),
    complaints: [...world.mixes.complaints, ...(await leftOver(world))],
    began: await amounts(
      world,
      (sql) => sql`
      SELECT asset, sum(units)::text AS units FROM transaction JOIN transfer USING (chain, tx_id)
      WHERE chain = ANY(${chains}::text[]) AND model = 'faucet' AND height IS NOT NULL
        AND recipient = ANY(${hot}::text[]) GROUP BY asset`,
    ),
    holds: await amounts(
      world,
      (sql) => sql`
      SELECT asset, sum(units)::text AS units FROM (SELECT DISTINCT ON (chain, asset, address) asset, units FROM balance
        WHERE chain = ANY(${chains}::text[]) AND address = ANY(${wallet}::text[])
        ORDER BY chain, asset, address, height DESC) AS latest GROUP BY asset`,
    ),
    burnt: await burnt(world),
    history: world.market.history,
  };
}

/** What is known of each asset, and what nodes asked for moving it. */
function assetsFacts(world: World): AssetsFacts {
  const facts = new Map<string, AssetFacts>();
  for (const asset of world.assets) {
    const { decimals, chain } = assetOf(asset);
    const { model } = paramsOf(chain as SimnetChainId);
    const dustUnits = registryUnits(asset, "dustAmount");
    const leastUnits = registryUnits(asset, "minAmount");
    const costs = world.networkFees.asked.get(asset) ?? [];
    facts.set(asset, { decimals, native: NATIVE_ASSET[chain], model, dustUnits, leastUnits, costs });
  }
  return facts;
}

/** Every order of every customer, as its page shows it now. */
async function orderFacts(
  world: World,
  all: readonly Pages[],
  paid: readonly Payment[],
): Promise<OrderFacts[]> {
  const onChain = await roundsOnChain(world);
  const orders: OrderFacts[] = [];
  for (const { customer, pages } of all) {
    const facts = customerFacts(customer, paid);
    for (const page of pages) {
      if (page.deposits.some(({ setAside }) => setAside)) world.reached.add("payment set aside");
      const isChild = page.id !== customer.orderId;
      orders.push({
        id: page.id,
        isChild,
        customer: facts,
        claims: claimsOf(page, customer),
        changes: world.changes.get(page.id) ?? [],
        mix: isChild ? null : mixFacts(world, customer, page, onChain.get(page.id) ?? 0),
        asked: world.asked.get(page.id) ?? new Set(),
        consents: world.consents.get(page.id) ?? new Set(),
        agreements: world.agreements.get(page.id) ?? [],
      });
    }
  }
  return orders;
}

const claimsOf = (page: OrderWire, customer: Customer): OrderFacts["claims"] => ({
  state: page.state,
  receiveAddress: page.receiveAddress,
  refundAddress: page.refundAddress,
  payments: page.deposits.flatMap((one) => (one.setAside ? [] : [transactionOf(one, customer)])),
  aside: page.deposits.flatMap((one) => (one.setAside ? [transactionOf(one, customer)] : [])),
  payouts: page.payouts.map(({ txHash, currency, amount, status }) => ({
    txHash,
    asset: currency,
    units: shownUnits(currency, amount),
    isConfirmed: status === "confirmed",
  })),
});

const customerFacts = (customer: Customer, paid: readonly Payment[]): CustomerFacts => ({
  ...customer,
  refundAddress: customer.hasGivenRefundAddress ? customer.refundAddressOwn : null,
  payments: paid.filter(({ address }) => address === customer.depositAddress),
});

type Settings = Pick<MixFacts, "form" | "rounds" | "delayMinutes" | "randomAmounts" | "level">;

/** What the settings that a customer chose mean, by the published presets. */
function settingsOf({ settings }: NonNullable<Customer["mix"]>): Settings {
  if ("preset" in settings) {
    const [rounds, delayMinutes] = settings.preset === "basic" ? [3, 10] : [5, 30];
    return { form: "home", rounds, delayMinutes, randomAmounts: true, level: settings.preset };
  }
  const {
    mixingRounds: rounds,
    delayMinutes,
    useRandomAmounts: randomAmounts,
    privacyLevel: level,
  } = settings;
  return { form: "mixer", rounds, delayMinutes, randomAmounts, level };
}

function mixFacts(world: World, customer: Customer, page: OrderWire, roundsOnChain: number): MixFacts | null {
  if (customer.mix === null) return null;
  const {
    round: roundsDone,
    skipped: roundsSkipped,
    shortfall,
  } = page.mixing ?? { round: 0, skipped: 0, shortfall: 0 };
  if (roundsSkipped > 0) world.reached.add("mix round left out");
  if (roundsDone > 0) world.reached.add("mix round done");
  if ((shortfall ?? 0) > 0) world.reached.add("mix shortfall");
  return {
    ...settingsOf(customer.mix),
    extendedMinutes: world.mixes.extended.get(page.id) ?? null,
    addresses: customer.receiveAddresses,
    depositAddress: customer.depositAddress,
    roundsDone,
    roundsSkipped,
    roundsOnChain,
    plan: world.mixes.plans.get(page.id)?.legs ?? null,
    wasHeld: world.mixes.held.has(page.id),
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

/** Addresses that the engine says are ours, as far as the wallet's own keys confirm it. */
async function ownAddresses(world: World): Promise<string[]> {
  const rows = await world.plot.observer<{ chain: ChainId; address: string; index: number }[]>`
    SELECT chain, address, index FROM addresses WHERE chain = ANY(${[...world.chains]}::text[])`;
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
    WHERE model = 'faucet' AND recipient = ANY(${[...addresses]}::text[]) ORDER BY chain, height, seq, ordinal`;
  const sent = new Map([
    ...world.strangers.sent,
    ...world.customers.flatMap((customer) =>
      customer.payments.map(({ txHash, at }) => [txHash, at] as const),
    ),
  ]);
  const listed = new Set(world.chains.map(listedAddress));
  return rows.map((row) => ({
    id: `${row.chain}:${row.txId}:${row.ordinal}`,
    txHash: row.txId,
    address: row.address,
    asset: row.asset,
    units: BigInt(row.units),
    isStranger: world.strangers.sent.has(row.txId),
    isReadFromBalance: isReadFromBalances(row.asset),
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
