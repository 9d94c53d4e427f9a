import { assert } from "../../core/assert";
import { type AssetCode, NATIVE_ASSET } from "../../core/assets";
import { atFloor, networkFeeUnits, type SimnetChainId } from "./params";

/** An unconfirmed transaction as the miner sees it. */
export type Candidate = {
  txId: string;
  feeUnits: bigint;
  transfers: readonly { asset: AssetCode; to: string; units: bigint }[];
} & (
  | { model: "faucet" }
  | { model: "utxo"; inputs: readonly { txId: string; address: string; units: bigint }[] }
  | { model: "account"; sender: string; nonce: number; feeUnitsMax: bigint }
);

export type Execution = {
  included: readonly { txId: string; succeeded: boolean }[];
  /** Can never be paid for any more: what funded them is gone. */
  evicted: readonly string[];
};

/**
 * Those of the candidates that pay what the miner asks, in percent of the steady fee. Outputs of unconfirmed transactions
 * pay for these too. Account transactions are charged that; the faucet's are taken always.
 */
export function atFeeFloor(
  chain: SimnetChainId,
  candidates: readonly Candidate[],
  floorPercent: bigint,
): readonly Candidate[] {
  if (floorPercent === 0n) return candidates;
  const packaged = inPackages(chain, candidates, floorPercent);
  return candidates.flatMap((candidate): Candidate[] => {
    if (candidate.model === "faucet") return [candidate];
    if (candidate.model === "utxo") return packaged.has(candidate.txId) ? [candidate] : [];
    const asset = candidate.transfers[0]?.asset ?? NATIVE_ASSET[chain];
    const feeUnits = atFloor(networkFeeUnits(chain, { model: "account", asset }), floorPercent);
    return candidate.feeUnitsMax >= feeUnits ? [{ ...candidate, feeUnits }] : [];
  });
}

type UtxoCandidate = Extract<Candidate, { model: "utxo" }>;

/** Those that pay the floor together with all that they spend and that is not taken yet, as bitcoind selects them. */
function inPackages(
  chain: SimnetChainId,
  candidates: readonly Candidate[],
  floorPercent: bigint,
): ReadonlySet<string> {
  const waiting = new Map(
    candidates.flatMap((candidate) => (candidate.model === "utxo" ? [[candidate.txId, candidate]] : [])),
  );
  const taken = new Set<string>();
  for (const candidate of waiting.values()) {
    const members = ancestry(candidate, waiting, taken);
    const feeUnits = members.reduce((sum, member) => sum + member.feeUnits, 0n);
    const steadyUnits = members.reduce((sum, { inputs, transfers }) => {
      const shape = { inputs: inputs.length, outputs: transfers.length };
      return sum + networkFeeUnits(chain, { model: "utxo", ...shape });
    }, 0n);
    if (feeUnits * 100n >= steadyUnits * floorPercent) for (const { txId } of members) taken.add(txId);
  }
  return taken;
}

/** A transaction and all those unconfirmed ones that it needs, each once. */
function ancestry(
  candidate: UtxoCandidate,
  waiting: ReadonlyMap<string, UtxoCandidate>,
  taken: ReadonlySet<string>,
): readonly UtxoCandidate[] {
  const members = new Set<UtxoCandidate>([candidate]);
  for (const member of members) {
    for (const { txId } of member.inputs) {
      const parent = waiting.get(txId);
      if (parent !== undefined && !taken.has(txId)) members.add(parent);
    }
  }
  return [...members];
}

/** Balances of the addresses that a block touches; reading one that was not loaded is a bug. */
export class Balances {
  readonly #units: Map<string, bigint>;
  readonly #changed = new Set<string>();

  constructor(units: ReadonlyMap<string, bigint>) {
    this.#units = new Map(units);
  }

  static key = (asset: AssetCode, address: string): string => `${asset} ${address}`;

  of(asset: AssetCode, address: string): bigint {
    const units = this.#units.get(Balances.key(asset, address));
    assert(units !== undefined, "balance was not loaded", { asset });
    return units;
  }

  add(asset: AssetCode, address: string, units: bigint): void {
    const total = this.of(asset, address) + units;
    assert(total >= 0n, "simnet balance below zero", { asset });
    this.#units.set(Balances.key(asset, address), total);
    this.#changed.add(Balances.key(asset, address));
  }

  changes(): { asset: string; address: string; units: bigint }[] {
    return [...this.#changed].map((key) => {
      const [asset = "", address = ""] = key.split(" ");
      return { asset, address, units: this.#units.get(key) ?? 0n };
    });
  }
}

/**
 * Runs candidates in their order of arrival, a sender's in nonce order, changing `balances`.
 * A token transfer of or to a `reverting` address, or without cover, fails and still costs its fee.
 */
export function execute(
  chain: SimnetChainId,
  block: {
    candidates: readonly Candidate[];
    balances: Balances;
    nextNonces: ReadonlyMap<string, number>;
    reverting: ReadonlySet<string>;
  },
): Execution {
  const { balances, reverting } = block;
  const nextNonces = new Map(block.nextNonces);
  const included: { txId: string; succeeded: boolean }[] = [];
  const evicted: string[] = [];
  for (const candidate of inNonceOrder(block.candidates)) {
    if (candidate.model === "account") {
      if (candidate.nonce !== nextNonces.get(candidate.sender)) continue;
      if (!canPay(chain, candidate, balances)) {
        evicted.push(candidate.txId);
        continue;
      }
      nextNonces.set(candidate.sender, candidate.nonce + 1);
    }
    included.push({ txId: candidate.txId, succeeded: apply(chain, candidate, balances, reverting) });
  }
  return { included, evicted };
}

function apply(
  chain: SimnetChainId,
  candidate: Candidate,
  balances: Balances,
  reverting: ReadonlySet<string>,
): boolean {
  const native = NATIVE_ASSET[chain];
  if (candidate.model === "utxo") {
    for (const input of candidate.inputs) balances.add(native, input.address, -input.units);
  }
  if (candidate.model === "account") {
    const { sender } = candidate;
    balances.add(native, sender, -candidate.feeUnits);
    const reverts = candidate.transfers.some(
      ({ asset, to, units }) =>
        asset !== native &&
        (reverting.has(sender) || reverting.has(to) || balances.of(asset, sender) < units),
    );
    if (reverts) return false;
    for (const { asset, units } of candidate.transfers) balances.add(asset, sender, -units);
  }
  for (const { asset, to, units } of candidate.transfers) balances.add(asset, to, units);
  return true;
}

/** As on the EVM, the most a transaction may cost must be there, whatever it costs in the end. */
function canPay(
  chain: SimnetChainId,
  candidate: Extract<Candidate, { model: "account" }>,
  balances: Balances,
): boolean {
  const native = NATIVE_ASSET[chain];
  const value = candidate.transfers.reduce(
    (total, { asset, units }) => total + (asset === native ? units : 0n),
    0n,
  );
  return balances.of(native, candidate.sender) >= value + candidate.feeUnitsMax;
}

/** A replacement arrives later than the nonces behind it: each sender's turns are filled in nonce order. */
function inNonceOrder(candidates: readonly Candidate[]): readonly Candidate[] {
  const bySender = new Map<string, Extract<Candidate, { model: "account" }>[]>();
  for (const candidate of candidates) {
    if (candidate.model !== "account") continue;
    bySender.set(candidate.sender, [...(bySender.get(candidate.sender) ?? []), candidate]);
  }
  for (const turns of bySender.values()) turns.sort((left, right) => left.nonce - right.nonce);
  return candidates.map((candidate) => {
    if (candidate.model !== "account") return candidate;
    const turn = bySender.get(candidate.sender)?.shift();
    assert(turn, "a sender has as many turns as transactions");
    return turn;
  });
}
