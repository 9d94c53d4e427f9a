import { mnemonicToSeedSync } from "@scure/bip39";
import { expect } from "vitest";
import type {
  BuildRequest,
  DecodedTransaction,
  UnsignedTransaction,
  WalletKey,
} from "../../src/chains/chain";
import { chainKeys } from "../../src/chains/derivation";
import { createLocalSigner, type SigningChain, type SigningLog } from "../../src/chains/local-signer";
import type { SigningPurpose } from "../../src/chains/signer";
import type { ClaimedAddress, EarlierPayment, LegRecord } from "../../src/chains/signing-rules";
import { keyName } from "../../src/chains/wallet-key";
import type { ChainId } from "../../src/core/assets";
import { legIdOf } from "../../src/core/ids";
import { err, ok } from "../../src/core/result";

export const SEED = mnemonicToSeedSync(`${"abandon ".repeat(11)}about`);
export const HOT: WalletKey = { branch: "hot", index: 0 };
export const DEPOSIT: WalletKey = { branch: "deposit", index: 7 };
const ADDRESSES = new Map<string, string>();
/** The address of a key under SEED, derived once. */
export function addressOf(chain: ChainId, key: WalletKey): string {
  const name = `${chain} ${keyName(key)}`;
  const address = ADDRESSES.get(name) ?? chainKeys({ seed: SEED, chain }).address(key);
  ADDRESSES.set(name, address);
  return address;
}

export const CUSTOMER_EVM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
export const OTHER_EVM = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
export const CUSTOMER_BTC = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
export const OTHER_BTC = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
export const THIRD_BTC = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3";
export const ETH_HOT = addressOf("ethereum", HOT);
export const ETH_DEPOSIT = addressOf("ethereum", DEPOSIT);
export const BTC_HOT = addressOf("bitcoin", HOT);
const BTC_DEPOSIT = addressOf("bitcoin", DEPOSIT);

const LEGS: Readonly<
  Record<string, Omit<LegRecord, "id" | "valueUsdt" | "earlier" | "recorded" | "isRefund" | "doubt">>
> = {
  eth: {
    chain: "ethereum",
    asset: "USDT-ERC20",
    owner: "order-eth",
    destination: CUSTOMER_EVM,
    units: 25_000_000n,
    feeUnitsMax: 900n,
  },
  "eth 2": {
    chain: "ethereum",
    asset: "USDT-ERC20",
    owner: "order-eth-2",
    destination: OTHER_EVM,
    units: 1n,
    feeUnitsMax: 900n,
  },
  btc: {
    chain: "bitcoin",
    asset: "BTC",
    owner: "order-btc",
    destination: CUSTOMER_BTC,
    units: 70_000n,
    feeUnitsMax: 2_000n,
  },
  "btc of another": {
    chain: "bitcoin",
    asset: "BTC",
    owner: "order-btc-2",
    destination: OTHER_BTC,
    units: 20_000n,
    feeUnitsMax: 1_000n,
  },
  "btc of the same": {
    chain: "bitcoin",
    asset: "BTC",
    owner: "order-btc",
    destination: OTHER_BTC,
    units: 20_000n,
    feeUnitsMax: 1_000n,
  },
};

type AccountRequest = Extract<BuildRequest, { model: "account" }>;
export type UtxoRequest = Extract<BuildRequest, { model: "utxo" }>;

export const accountLeg: AccountRequest = {
  model: "account",
  from: ETH_HOT,
  key: HOT,
  to: CUSTOMER_EVM,
  asset: "USDT-ERC20",
  units: 25_000_000n,
  nonce: 4,
  fee: { feeUnits: 900n, detail: {} },
};
export const accountSweep: AccountRequest = { ...accountLeg, from: ETH_DEPOSIT, key: DEPOSIT, to: ETH_HOT };
export const topUp: AccountRequest = { ...accountLeg, to: ETH_DEPOSIT, asset: "ETH", units: 5_000n };
export const DEPOSITED = { txId: "aa", ordinal: 0, units: 60_000n, address: BTC_DEPOSIT, key: DEPOSIT };
export const KEPT = { txId: "bb", ordinal: 1, units: 40_000n, address: BTC_HOT, key: HOT };
export const utxoLeg: UtxoRequest = {
  model: "utxo",
  inputs: [DEPOSITED, KEPT],
  outputs: [
    { address: CUSTOMER_BTC, units: 70_000n },
    { address: BTC_HOT, units: 28_000n },
  ],
};
export const utxoSweep: UtxoRequest = {
  model: "utxo",
  inputs: [DEPOSITED],
  outputs: [{ address: BTC_HOT, units: 59_000n }],
};

/** An encoding of our own whose raw bytes are what the decoder will report, so that a test can make the two differ. */
export function transparentChain(model: SigningChain["model"], keyAsked?: WalletKey): SigningChain {
  return {
    model,
    sign: (transaction, keyOf) => {
      for (const key of keyAsked ? [keyAsked] : transaction.keys) expect(keyOf(key).length).toBe(32);
      return { raw: transaction.payload, txId: "t1" };
    },
    decode: (raw) =>
      JSON.parse(raw, (_, value) => (/^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value)),
  };
}

function decodedOf(request: BuildRequest): DecodedTransaction {
  if (request.model === "utxo") {
    const outputs = request.outputs.map(({ address, units }) => ({
      asset: "BTC" as const,
      to: address,
      units,
    }));
    const inputs = request.inputs.map(({ txId, ordinal }) => ({ txId, ordinal }));
    return { txId: "t1", outputs, inputs, sender: null, nonce: null, feeUnitsMax: null };
  }
  const { asset, to, units, from, nonce, fee } = request;
  return {
    txId: "t1",
    outputs: [{ asset, to, units }],
    inputs: [],
    sender: from,
    nonce,
    feeUnitsMax: fee.feeUnits,
  };
}

export type Twist = {
  decoded?: Partial<DecodedTransaction>;
  transaction?: Partial<UnsignedTransaction>;
  keyAsked?: WalletKey;
  isStopped?: boolean;
  earlier?: readonly EarlierPayment[];
  /** An address that the records claim to be ours. */
  claimed?: ClaimedAddress;
  /** What the signer's log does with a signature. */
  note?: (signed: Parameters<SigningLog["note"]>[0]) => void;
};

export function ask(request: BuildRequest, purpose: SigningPurpose, twist: Twist = {}) {
  const keys = request.model === "utxo" ? request.inputs.map(({ key }) => key) : [request.key];
  const signer = createLocalSigner({
    seed: SEED,
    chains: {
      bitcoin: transparentChain("utxo", twist.keyAsked),
      ethereum: transparentChain("account", twist.keyAsked),
      bsc: transparentChain("account"),
    },
    legRecord: async (legId, isOurs) => {
      if (twist.claimed && !isOurs(twist.claimed)) return err("the deposit is not ours");
      const leg = LEGS[legId];
      return leg === undefined
        ? err("no such leg")
        : ok({
            ...{ ...leg, id: legId, isRefund: false, doubt: null, valueUsdt: null },
            ...{ earlier: twist.earlier ?? [], recorded: [] },
          });
    },
    log: { note: async (signed) => twist.note?.(signed) },
    isStopped: async () => twist.isStopped === true,
    caps: {
      topUpUnitsMax: { ethereum: 5_000n },
      ownFeeUnitsMax: { ethereum: 900n, bitcoin: 1_000n },
    },
  });
  const payload = JSON.stringify({ ...decodedOf(request), ...twist.decoded }, (_, value) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
  const transaction: UnsignedTransaction = {
    chain: request.model === "utxo" ? "bitcoin" : "ethereum",
    request,
    payload,
    keys: [...new Map(keys.map((key) => [keyName(key), key])).values()],
    ...twist.transaction,
  };
  return signer.sign({ transaction, purpose });
}

export const ETH_LEG: SigningPurpose = { kind: "legs", legIds: [legIdOf("eth")] };
export const BTC_LEG: SigningPurpose = { kind: "legs", legIds: [legIdOf("btc")] };
export const TWO_BTC_LEGS: SigningPurpose = {
  kind: "legs",
  legIds: [legIdOf("btc"), legIdOf("btc of another")],
};
/** Two payments and the change, at a fee of 2,500. */
export const utxoLegs: UtxoRequest = {
  ...utxoLeg,
  outputs: [
    { address: CUSTOMER_BTC, units: 70_000n },
    { address: OTHER_BTC, units: 20_000n },
    { address: BTC_HOT, units: 7_500n },
  ],
};
export const SWEEP: SigningPurpose = { kind: "sweep" };
export const TOP_UP: SigningPurpose = { kind: "top_up", depositIndex: 7 };
