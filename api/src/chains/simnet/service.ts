import { formatUnits, parseUnits } from "../../core/amount";
import { type Asset, type AssetCode, assetOf, NATIVE_ASSET, parseAssetCode } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import { err, ok, type Result } from "../../core/result";
import { validateAddress } from "../addresses/validate";
import { dustUnits } from "./admission-utxo";
import { paramsOf } from "./params";
import type { Simnet } from "./simnet";

const TX_HASH = /^[0-9a-f]{64}$/;

type Height = { currency: AssetCode; height: number };

/** The faucet and the clockwork of the simulated chains. Currencies and addresses are taken in any accepted spelling. */
export type SimnetService = ReturnType<typeof createSimnetService>;

/** Opens the simulated chains to everyone on simnet; amounts are decimal strings. */
export function createSimnetService(simnet: Simnet) {
  return {
    explorer: simnet.explorer,
    async pay(payment: {
      currency: string;
      address: string;
      amount: string;
      /** A made-up source address. */
      from?: string | undefined;
    }): Promise<Result<{ txHash: string }, Problem>> {
      const { currency, address, amount, from } = payment;
      const asset = simulatedAsset(currency);
      if (!asset.ok) return asset;
      const units = payableUnits(asset.value, amount);
      if (!units.ok) return units;
      const to = payableAddress(asset.value, address, "/address");
      if (!to.ok) return to;
      const source = from === undefined ? ok(undefined) : payableAddress(asset.value, from, "/from");
      if (!source.ok) return source;
      const { code } = asset.value;
      return ok(await simnet.pay({ asset: code, address: to.value, units: units.value, from: source.value }));
    },
    async mine({ currency, blocks }: { currency: string; blocks: number }): Promise<Result<Height, Problem>> {
      const asset = simulatedAsset(currency);
      if (!asset.ok) return asset;
      const { code } = asset.value;
      return ok({ currency: code, height: (await simnet.mine({ asset: code, blocks })).height });
    },
    async reorg({ currency, depth }: { currency: string; depth: number }): Promise<Result<Height, Problem>> {
      const asset = simulatedAsset(currency);
      if (!asset.ok) return asset;
      const { code, chain } = asset.value;
      if (depth > (await simnet.chain(chain).tip()).height)
        return err(problem("request/invalid", { pointer: "/depth" }));
      return ok({ currency: code, height: (await simnet.reorg({ asset: code, depth })).height });
    },
    async drop({ txHash }: { txHash: string }): Promise<Result<{ txHash: string }, Problem>> {
      const dropped = TX_HASH.test(txHash) && (await simnet.drop({ txHash })).ok;
      return dropped ? ok({ txHash }) : err(problem("transaction/unknown", { pointer: "/txHash" }));
    },
    async balance(of: {
      currency: string;
      address: string;
    }): Promise<Result<{ currency: AssetCode; address: string; balance: string }, Problem>> {
      const { currency, address } = of;
      const asset = simulatedAsset(currency);
      if (!asset.ok) return err(problem("currency/unknown", { pointer: "/currency" }));
      const { code, decimals } = asset.value;
      const valid = validateAddress({ asset: code, address });
      // What is no address never received anything, and may hold bytes that the database refuses.
      if (!valid.ok) return ok({ currency: code, address, balance: "0" });
      const units = await simnet.balance({ asset: code, address: valid.value.normalized });
      return ok({ currency: code, address: valid.value.normalized, balance: formatUnits(units, decimals) });
    },
  };
}

function simulatedAsset(currency: string): Result<Asset, Problem> {
  const code = parseAssetCode(currency);
  if (code === undefined) return err(problem("currency/unknown", { pointer: "/currency" }));
  return ok(assetOf(code));
}

function payableUnits({ code, chain, decimals }: Asset, amount: string): Result<bigint, Problem> {
  const pointer = "/amount";
  const units = parseUnits(amount, decimals);
  if (!units.ok)
    return err(problem(units.error, { pointer, params: { decimals: String(decimals), currency: code } }));
  if (units.value === 0n) return err(problem("amount/zero", { pointer }));
  if (paramsOf(chain).model !== "utxo" || NATIVE_ASSET[chain] !== code) return units;
  const dust = dustUnits(chain);
  if (units.value >= dust) return units;
  return err(
    problem("amount/min", { pointer, params: { limit: formatUnits(dust, decimals), currency: code } }),
  );
}

function payableAddress(asset: Asset, address: string, pointer: string): Result<string, Problem> {
  const valid = validateAddress({ asset: asset.code, address });
  return valid.ok ? ok(valid.value.normalized) : err(problem(valid.error, { pointer }));
}
