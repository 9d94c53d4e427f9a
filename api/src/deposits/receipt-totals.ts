import type { AccountState, Chain } from "../chains/chain";
import type { AssetCode } from "../core/assets";
import { receivedTotal } from "./cumulative";
import type { OwnMovement } from "./receipts-store";

/** What our own transactions moved, those included which were mined but not yet followed up. */
export async function settledMovements(chain: Chain, known: readonly OwnMovement[]): Promise<OwnMovement[]> {
  const settled: OwnMovement[] = [];
  for (const movement of known) {
    if (movement.height !== null || movement.isOpenOverTor) {
      settled.push(movement);
      continue;
    }
    const status = await chain.transaction(movement.txId);
    if (status.status !== "mined") continue;
    const { height, feeUnits, succeeded } = status;
    settled.push({ ...movement, height, feeUnits, succeeded });
  }
  return settled;
}

/** Everything that strangers ever sent to an address, up to a block; null while our books are of another block. */
export function totalAt(view: {
  address: string;
  native: AssetCode;
  own: readonly OwnMovement[];
  /** No hot wallet: only we send from there, from its first transaction on. */
  isDeposit: boolean;
  state: AccountState;
  height: number;
}): bigint | null {
  const { address, native, state } = view;
  const until = view.own.filter((movement) => movement.height !== null && movement.height <= view.height);
  const lastNonce = Math.max(-1, ...until.filter((m) => m.sender === address).map((m) => m.nonce));
  const hasSent = view.own.some((movement) => movement.sender === address);
  if ((hasSent || view.isDeposit) && lastNonce + 1 !== state.nonce) return null;
  const sum = (units: (movement: OwnMovement) => bigint) =>
    until.reduce((total, movement) => total + units(movement), 0n);
  const isNative = (m: OwnMovement): boolean => m.asset === native && m.succeeded;
  return receivedTotal({
    balance: state.balanceUnits,
    outgoing: sum((m) => (m.sender === address && isNative(m) ? m.units : 0n)),
    gas: sum((m) => (m.sender === address ? m.feeUnits : 0n)),
    topUps: sum((m) => (m.destination === address && isNative(m) ? m.units : 0n)),
  });
}
