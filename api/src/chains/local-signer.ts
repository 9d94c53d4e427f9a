import { assert } from "../core/assert";
import { type ChainId, isAssetCode, NATIVE_ASSET, sistersOf } from "../core/assets";
import type { LegId } from "../core/ids";
import type { Result } from "../core/result";
import { depositKey } from "./addresses/address-type";
import type { AddressNetwork } from "./addresses/bitcoin-networks";
import type { Chain, DecodedTransaction, SignedTransaction, UnsignedTransaction, WalletKey } from "./chain";
import { type ChainKeys, chainKeys } from "./derivation";
import {
  type LearnOutputs,
  type PrivateKey,
  type Signer,
  SignerRefusal,
  type SignFunction,
  type SigningPurpose,
} from "./signer";
import {
  type ClaimedAddress,
  isOn,
  keysOf,
  type LegRecord,
  type OwnAddresses,
  refuseUnless,
  requireCancel,
  requireChild,
  requireConsolidation,
  requireInPlace,
  requireKeys,
  requireLegs,
  requireMeant,
  requireOwnKeys,
  requireRound,
  requireSweep,
  requireTopUp,
  spendsOf,
} from "./signing-rules";
import { keyName } from "./wallet-key";

/** What the signer needs to know of a chain: how to sign its payloads, and how to read back what it signed. */
export type SigningChain = {
  model: Chain["model"];
  sign: SignFunction;
  decode: (raw: string) => DecodedTransaction;
  /** Of our own addresses, where the chain's test networks have others. */
  network?: AddressNetwork;
  /** Where the signer's wallet has to be shown outputs; see `LearnOutputs`. */
  learn?(key: PrivateKey, shown: Omit<Parameters<LearnOutputs>[0], "chain">): ReturnType<LearnOutputs>;
};

/** The signer's own limits, in each chain's native units; a chain without one does no such transaction. */
export type SigningCaps = {
  topUpUnitsMax: Readonly<Partial<Record<ChainId, bigint>>>;
  /** Most fee of a sweep or top-up, which no order's record bounds. */
  ownFeeUnitsMax: Readonly<Partial<Record<ChainId, bigint>>>;
};

/** What the signer keeps of what it signed for others. */
export type SigningLog = {
  /** Writes a signature down before anybody has it. Throws SignerRefusal where an approver has to release it. */
  note(signed: {
    chain: ChainId;
    txId: string;
    legs: readonly LegRecord[];
    /** What it uses up, as facts. */
    spends: readonly string[];
  }): Promise<void>;
};

type LocalSignerOptions = {
  /** BIP 39 seed, 64 bytes; copied. */
  seed: Uint8Array;
  chains: Readonly<Partial<Record<ChainId, SigningChain>>>;
  /** Where signatures for others are written down before they are handed out. */
  log: SigningLog;
  /**
   * What the records agree that a payout leg may do; the error says in words where they differ. Addresses that other
   * processes wrote count where `isOurs` derives the same.
   */
  legRecord: (
    legId: LegId,
    isOurs: (claimed: ClaimedAddress) => boolean,
  ) => Promise<Result<LegRecord, string>>;
  caps: SigningCaps;
  /** Whether an administrator stopped the signer, or nothing may be signed on the chain. */
  isStopped: (chain: ChainId) => Promise<boolean>;
};

type Wallet = SigningChain & { keys: ChainKeys; own: OwnAddresses; privateKey: ChainKeys["privateKey"] };

const ADDRESSES_PER_CALL_MAX = 1_000;
const LEGS_MAX = 500;

/** The signer as a module of this process: holds the seed's keys and signs only what the purpose's record says. */
export function createLocalSigner(options: LocalSignerOptions): Signer {
  const wallets = walletsOf(options);
  return {
    publicWallets: async () => [...wallets.values()].map(({ keys }) => keys.publicWallet()),
    depositAddresses: async ({ chain, fromIndex, count }) => {
      const { keys } = walletOf(wallets, chain);
      assert(Number.isInteger(count) && count >= 0 && count <= ADDRESSES_PER_CALL_MAX, "count out of range", {
        count,
      });
      return Array.from({ length: count }, (_, at) =>
        keys.address({ branch: "deposit", index: fromIndex + at }),
      );
    },
    learnOutputs: async ({ chain, ...shown }) => {
      const { learn, keys } = walletOf(wallets, chain);
      refuseUnless(learn !== undefined, "the chain's outputs have names of their own");
      return learn(keys.privateKey({ branch: "hot", index: 0 }), shown);
    },
    sign: async ({ transaction: asked, purpose }) => {
      // A copy, so that nothing changes between the checks and the signature.
      const transaction = structuredClone(asked);
      const wallet = walletOf(wallets, transaction.chain);
      refuseUnless(
        transaction.request.model === wallet.model,
        "the request is of another model than its chain",
      );
      const keys = keysOf(transaction.chain, transaction.request, wallet.own);
      requireKeys(transaction, keys);
      requireOwnKeys(purpose, keys);
      // Of a chain that this signer does not hold, it can derive no address.
      const isOurs = (claimed: ClaimedAddress): boolean =>
        (!claimed.home || wallets.has(claimed.home)) &&
        wallets.get(claimed.chain)?.own.addressOf(depositKey(claimed)) === claimed.address;
      const legs = await requirePurpose({ transaction, purpose, wallet, options, isOurs });
      refuseUnless(!(await options.isStopped(transaction.chain)), "the signer is stopped");
      const { signed, decoded } = await signAsMeant(transaction, wallet, keys);
      if (legs.length > 0) {
        const { chain, request } = transaction;
        await options.log.note({ chain, txId: signed.txId, legs, spends: spendsOf(chain, request, decoded) });
      }
      return signed;
    },
  };
}

function walletsOf(options: LocalSignerOptions): ReadonlyMap<ChainId, Wallet> {
  const seed = Uint8Array.from(options.seed);
  const wallets = new Map<ChainId, Wallet>();
  for (const [name, signing] of Object.entries(options.chains)) {
    const chain = name as ChainId;
    const keys = chainKeys({ seed, chain, ...(signing.network && { network: signing.network }) });
    const { hotAddress } = keys.publicWallet();
    // Those of its sister chains are at the same addresses here.
    const keysOfHome = ({ home }: WalletKey): ChainKeys => {
      if (home === undefined) return keys;
      refuseUnless(sistersOf(chain).includes(home), "the key is of no sister chain");
      return walletOf(wallets, home).keys;
    };
    const addressOf = (key: WalletKey): string => keysOfHome(key).address(atHome(key));
    const privateKey = (key: WalletKey): PrivateKey => keysOfHome(key).privateKey(atHome(key));
    wallets.set(chain, { ...signing, keys, own: { hotAddress, addressOf }, privateKey });
  }
  return wallets;
}

/** The key as its own chain has it. */
const atHome = ({ home: _home, ...key }: WalletKey): WalletKey => key;

function walletOf(wallets: ReadonlyMap<ChainId, Wallet>, chain: ChainId): Wallet {
  const wallet = wallets.get(chain);
  if (!wallet) throw new SignerRefusal("this signer has no such chain");
  return wallet;
}

/** Refuses what its purpose does not allow; returns the legs that it pays. */
async function requirePurpose(given: {
  transaction: UnsignedTransaction;
  purpose: SigningPurpose;
  wallet: Wallet;
  options: LocalSignerOptions;
  isOurs: (claimed: ClaimedAddress) => boolean;
}): Promise<readonly LegRecord[]> {
  const { purpose, wallet, options, isOurs } = given;
  const { chain, request } = given.transaction;
  const isForeign =
    request.model === "account" && !(isAssetCode(request.asset) && isOn(chain, request.asset));
  refuseUnless(!isForeign, "the asset is not of this chain");
  if (purpose.kind === "legs") {
    const read = (legId: LegId) => options.legRecord(legId, isOurs);
    const legs = await legRecords(read, chain, purpose.legIds);
    requireLegs(request, legs, wallet.own);
    requireInPlace(request, legs, wallet.decode);
    return legs;
  }
  requireOwnMove({ ...given, purpose });
  return [];
}

/** Refuses what its purpose does not allow, of transactions that pay only ourselves. */
function requireOwnMove(given: {
  transaction: UnsignedTransaction;
  purpose: Exclude<SigningPurpose, { kind: "legs" }>;
  wallet: Wallet;
  options: LocalSignerOptions;
}): void {
  const { purpose, wallet, options } = given;
  const { chain, request } = given.transaction;
  const feeUnitsMax = options.caps.ownFeeUnitsMax[chain] ?? 0n;
  if (purpose.kind === "sweep") {
    requireSweep(request, wallet.own, feeUnitsMax);
    return;
  }
  if (purpose.kind === "consolidation") {
    requireConsolidation(request, wallet.own, feeUnitsMax);
    return;
  }
  if (purpose.kind === "child") {
    requireChild(request, wallet.own, feeUnitsMax);
    return;
  }
  if (purpose.kind === "cancel") {
    refuseUnless(
      request.model === "utxo" || request.asset === NATIVE_ASSET[chain],
      "a cancellation is of the native coin",
    );
    requireCancel(request, wallet.own, feeUnitsMax);
    return;
  }
  if (purpose.kind === "round") {
    requireRound(request, wallet.own, { indexes: purpose.indexes, feeUnitsMax });
    return;
  }
  const { depositIndex: index, home } = purpose;
  const unitsMax = options.caps.topUpUnitsMax[chain] ?? 0n;
  const deposit: WalletKey = { branch: "deposit", index, ...(home && { home }) };
  requireTopUp(chain, request, { own: wallet.own, deposit, unitsMax, feeUnitsMax });
}

async function legRecords(
  read: (legId: LegId) => Promise<Result<LegRecord, string>>,
  chain: ChainId,
  legIds: readonly LegId[],
): Promise<LegRecord[]> {
  refuseUnless(legIds.length <= LEGS_MAX, "too many legs");
  return Promise.all(
    legIds.map(async (legId) => {
      const leg = await read(legId);
      if (!leg.ok) throw new SignerRefusal(leg.error);
      refuseUnless(leg.value.chain === chain, "chain differs from the leg");
      return leg.value;
    }),
  );
}

async function signAsMeant(
  transaction: UnsignedTransaction,
  wallet: Wallet,
  keys: readonly WalletKey[],
): Promise<{ signed: SignedTransaction; decoded: DecodedTransaction }> {
  const lent = new Set(keys.map(keyName));
  const signed = await wallet.sign(transaction, (key) => {
    refuseUnless(lent.has(keyName(key)), "a key was asked for that the request does not need");
    return wallet.privateKey(key);
  });
  const decoded = wallet.decode(signed.raw);
  requireMeant(transaction.request, signed, decoded, transaction.chain);
  return { signed, decoded };
}
