import { amountText } from "../../src/core/asset-amount";
import { type AssetCode, isAssetCode } from "../../src/core/assets";
import { EVENT_WORDS } from "./words";
import { type Customer, secondsText, type Told, type World } from "./world";

/** Where a complaint names no order, so many are described. */
const UNNAMED_MAX = 3;

/** One order and its children, with whatever a complaint may call them. */
type Subject = { id: string; ids: readonly string[]; customer: Customer | undefined };

/**
 * Describes the orders that a complaint names, each with its children, from beginning to end: what the customer did, what
 * the chains did, what Sotto did. A story that cannot be read must not hide the complaint.
 */
export async function storiesOf(world: World, complaint: string): Promise<string[]> {
  try {
    const subjects = subjectsOf(world);
    const named: Subject[] = [];
    for (const subject of subjects) if (await isNamed(world, subject, complaint)) named.push(subject);
    const chosen = named.length > 0 ? named : subjects.slice(0, UNNAMED_MAX);
    return await Promise.all(chosen.map((subject) => storyOf(world, subject)));
  } catch (error) {
    return [`The story cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}

const subjectsOf = ({ seen, customers }: World): Subject[] =>
  [...seen.values()]
    .filter(({ parentId }) => parentId === null)
    .map(({ id }) => ({
      id,
      ids: [id, ...descendantsOf(id, [...seen.values()])],
      customer: customers.find(({ orderId }) => orderId === id),
    }));

const descendantsOf = (id: string, all: readonly { id: string; parentId: string | null }[]): string[] =>
  all
    .filter(({ parentId }) => parentId === id)
    .flatMap((child) => [child.id, ...descendantsOf(child.id, all)]);

async function isNamed(world: World, { ids, customer }: Subject, complaint: string): Promise<boolean> {
  const { depositAddress = "", receiveAddresses = [], refundAddressOwn = "" } = customer ?? {};
  const names = [...ids.map((id) => id.slice(0, 6)), depositAddress, ...receiveAddresses, refundAddressOwn];
  const hashes = (customer?.payments ?? []).map(({ txHash }) => txHash);
  const ours = (await paymentsOf(world, ids)).map(({ txId }) => txId);
  names.push(...[...hashes, ...ours].map((hash) => hash.slice(0, 8)));
  return names.some((name) => name !== "" && complaint.includes(name));
}

async function storyOf(world: World, subject: Subject): Promise<string> {
  const { id, ids, customer } = subject;
  const chains = new Set<string>(world.chains);
  const isAbout = ({ about }: Told): boolean => about === null || chains.has(about) || ids.includes(about);
  const payments = await paymentsOf(world, ids);
  const parts = [
    ...world.told.filter(isAbout),
    ...(await minedParts(world, [
      ...(customer?.payments ?? []).map(({ txHash }) => ({ txId: txHash, what: "the payment" })),
      ...payments.map(({ txId }) => ({ txId, what: "our transaction" })),
    ])),
    ...(await eventParts(world, ids)),
    ...payments.map(partOfPayment),
  ];
  const lines = parts
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, who, text }) => `${secondsText(at).padStart(10)}  ${who.padEnd(8)}  ${text}`);
  const state = world.seen.get(id)?.state ?? "gone";
  return [`The story of order ${id.slice(0, 6)}, which is ${state}:`, ...lines].join("\n");
}

type OurPayment = { at: number; kind: string; asset: string; units: string; address: string; txId: string };

/** The transactions that were signed for orders: what they pay, and the rounds of mixes. */
async function paymentsOf(world: World, ids: readonly string[]): Promise<OurPayment[]> {
  const rows = await world.plot.observer<OurPayment[]>`
    SELECT (extract(epoch FROM a.created_at) * 1000)::float8 AS at, l.kind, l.asset, l.units::text AS units, l.destination AS address, a.tx_id AS "txId"
    FROM payout_attempts a JOIN attempt_legs p ON p.attempt_id = a.id JOIN payout_legs l ON l.id = p.leg_id
    WHERE l.order_id = ANY(${[...ids]}::text[])
    UNION ALL SELECT (extract(epoch FROM a.created_at) * 1000)::float8, 'round', a.asset, a.units::text, a.destination, a.tx_id
    FROM payout_attempts a JOIN mix_rounds r ON r.attempt_id = a.id WHERE r.order_id = ANY(${[...ids]}::text[])
    ORDER BY at`;
  return [...rows];
}

const partOfPayment = ({ at, kind, asset, units, address, txId }: OurPayment): Told => ({
  at,
  who: "Sotto",
  about: null,
  text: `signs transaction ${txId.slice(0, 8)}: ${kind} of ${amountOf(asset, units)} to ${address}`,
});

const amountOf = (asset: AssetCode | string, units: string): string =>
  isAssetCode(asset) ? `${amountText(asset, BigInt(units))} ${asset}` : `${units} ${asset}`;

/** When which block took each transaction; one that is in no block is said so at the end. */
async function minedParts(world: World, of: readonly { txId: string; what: string }[]): Promise<Told[]> {
  const rows = await world.plot.simnet<
    { txId: string; chain: string; height: number; at: string; succeeded: boolean }[]
  >`SELECT tx_id AS "txId", chain, height, time_ms::text AS at, succeeded FROM transaction JOIN block USING (chain, height)
    WHERE tx_id = ANY(${of.map(({ txId }) => txId)}::text[])`;
  const byId = new Map(rows.map((row) => [row.txId, row]));
  return of.map(({ txId, what }) => {
    const name = `${what} ${txId.slice(0, 8)}`;
    const row = byId.get(txId);
    if (row === undefined)
      return { at: world.clock.ms, who: "Chain", about: null, text: `no block holds ${name} at the end` };
    const failed = row.succeeded ? "" : ", which failed";
    return {
      at: Number(row.at),
      who: "Chain",
      about: null,
      text: `block ${row.height} of ${row.chain} takes ${name}${failed}`,
    };
  });
}

async function eventParts(world: World, ids: readonly string[]): Promise<Told[]> {
  const rows = await world.plot.observer<
    { id: string; type: keyof typeof EVENT_WORDS; state: string; at: number }[]
  >`
    SELECT order_id AS id, type, state, (extract(epoch FROM at) * 1000)::float8 AS at FROM order_events WHERE order_id = ANY(${[...ids]}::text[]) ORDER BY at, version`;
  const states = new Map<string, string>();
  return rows.map(({ id, type, state, at }) => {
    const isNew = states.get(id) !== state;
    states.set(id, state);
    const whose = id === ids[0] ? "" : ` (child ${id.slice(0, 6)})`;
    const now = isNew ? `; it is now ${state}` : "";
    return { at, who: "Sotto", about: id, text: `${EVENT_WORDS[type]}${whose}${now}` };
  });
}
