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

/** Checks what only a mix has. Errors: `request/invalid` for several addresses without a mix, `mixer/session`. */
export async function checkMixInput(
  parts: MixDraftParts,
  { settings }: OrderKind,
  input: OrderInput,
): Promise<Result<null, Problem>> {
  if (settings === null && input.receiveAddresses !== undefined)
    return err(problem("request/invalid", { pointer: "/receiveAddresses" }));
  if (settings === null || input.sessionId === undefined || input.sessionId === "") return ok(null);
  const session = { idHash: hashSessionId(input.sessionId), now: parts.clock.now() };
  const isLive = await isSessionLive(parts.database, session);
  return isLive ? ok(null) : err(problem("mixer/session", { pointer: "/sessionId" }));
}

/**
 * Where a mix's legs go: the one address, or up to five others, each checked. Errors: `address/twice` where one is there already,
 * which would get one leg and not the two that were asked for, and those of `checkAddress`.
 */
export async function draftReceiveAddresses(
  checks: AddressChecks,
  asset: AssetCode,
  input: OrderInput,
): Promise<Result<string[], Problem>> {
  const given = input.receiveAddresses ?? [];
  if (given.length > LEGS_MAX) return err(problem("request/invalid", { pointer: "/receiveAddresses" }));
  const addresses: string[] = [];
  for (const [at, address] of (given.length > 0 ? given : [input.receiveAddress]).entries()) {
    const pointer = given.length > 0 ? `/receiveAddresses/${at}` : "/receiveAddress";
    const checked = await checkAddress(checks, { asset, address, pointer });
    if (!checked.ok) return checked;
    if (addresses.includes(checked.value)) return err(problem("address/twice", { pointer }));
    addresses.push(checked.value);
  }
  return ok(addresses);
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
