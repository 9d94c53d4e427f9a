import { type AddressChecks, checkAddress } from "../../address/checks";
import { registryUnits } from "../../core/asset-amount";
import type { AssetCode } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import type { Clock } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Database } from "../../db/client";
import { type CurrentPrices, payableUnits } from "../../market/market";
import type { OrderKind } from "../../mixer/kind";
import { LEGS_MAX, legUnitsMin } from "../../mixer/plan";
import { isPoolSufficient } from "../../mixer/pool";
import type { MixerSettings } from "../../mixer/settings";
import type { OrderTerms } from "../machine/order";
import { hashSessionId, isSessionLive } from "../store/session-store";
import type { OrderInput } from "./order-input";

type MixDraftParts = { database: Database; clock: Clock };

/** Checks what only a mix has. Errors: `request/invalid` for several addresses or a session without a mix, `mixer/session`. */
export async function checkMixInput(
  parts: MixDraftParts,
  { settings }: OrderKind,
  input: OrderInput,
): Promise<Result<null, Problem>> {
  if (settings === null && input.receiveAddresses !== undefined)
    return err(problem("request/invalid", { pointer: "/receiveAddresses" }));
  if (input.sessionId === undefined || input.sessionId === "") return ok(null);
  if (settings === null) return err(problem("request/invalid", { pointer: "/sessionId" }));
  const session = { idHash: hashSessionId(input.sessionId), now: parts.clock.now() };
  const isLive = await isSessionLive(parts.database, session);
  return isLive ? ok(null) : err(problem("mixer/session", { pointer: "/sessionId" }));
}

/** At least one. */
export type ReceiveAddresses = readonly [string, ...string[]];

/**
 * Where an order's legs go: the one address, or a mix's up to five, each checked. Errors: `address/twice` where one is there
 * already, which would get one leg and not the two that were asked for; `request/invalid` where there is none, or where the one is
 * not among the five, since nothing would go there; and those of `checkAddress`.
 */
export async function draftReceiveAddresses(
  checks: AddressChecks,
  asset: AssetCode,
  { receiveAddress, receiveAddresses = [] }: OrderInput,
): Promise<Result<ReceiveAddresses, Problem>> {
  if (receiveAddresses.length > LEGS_MAX)
    return err(problem("request/invalid", { pointer: "/receiveAddresses" }));
  const addresses: string[] = [];
  for (const [at, address] of receiveAddresses.entries()) {
    const pointer = `/receiveAddresses/${at}`;
    const checked = await checkAddress(checks, { asset, address, pointer });
    if (!checked.ok) return checked;
    if (addresses.includes(checked.value)) return err(problem("address/twice", { pointer }));
    addresses.push(checked.value);
  }
  const [first, ...others] = addresses;
  const pointer = "/receiveAddress";
  if (first !== undefined && receiveAddress === undefined) return ok([first, ...others]);
  if (receiveAddress === undefined) return err(problem("request/invalid", { pointer }));
  const one = await checkAddress(checks, { asset, address: receiveAddress, pointer });
  if (!one.ok) return one;
  if (first === undefined) return ok([one.value]);
  return addresses.includes(one.value)
    ? ok([first, ...others])
    : err(problem("request/invalid", { pointer }));
}

/** The mix's part of the terms; refused where a leg would be dust, or where the pool could not keep its coins apart. */
export function mixTerms(
  current: CurrentPrices,
  settings: MixerSettings,
  payout: {
    asset: AssetCode;
    units: bigint;
    networkFeeUnits: bigint;
    roundUnits: bigint;
    addresses: readonly string[];
  },
): Result<NonNullable<OrderTerms["mixer"]>, Problem> {
  const { asset, units, networkFeeUnits, roundUnits, addresses } = payout;
  const least = legUnitsMin({ dustUnits: registryUnits(asset, "dustAmount"), networkFeeUnits });
  if (units < least * BigInt(addresses.length))
    return err(problem("mixer/leg-dust", { pointer: "/sendAmount" }));
  if (!isPoolSufficient({ payableUnits: payableUnits(current, asset), units }))
    return err(problem("reserve/insufficient"));
  return ok({ settings, receiveAddresses: [...addresses], roundUnits });
}
