import { ed25519 } from "@noble/curves/ed25519.js";
import { HDKey } from "@scure/bip32";
import { HDKey as Slip10Key } from "micro-key-producer/slip10.js";
import { type AddressType, addressTypesOf } from "../core/address-types";
import { AssertionError, assert } from "../core/assert";
import type { ChainId } from "../core/assets";
import type { AddressNetwork } from "./addresses/bitcoin-networks";
import { addressFromPublicKey } from "./addresses/encode";
import type { WalletKey } from "./chain";
import { minorOf } from "./monero/coins";
import { accountText, moneroAddress, moneroKeys } from "./monero/keys";
import type { PrivateKey, PublicWallet } from "./signer";
import { BRANCH_NUMBER, requireIndex } from "./wallet";
import { keyName } from "./wallet-key";

/**
 * Account of each secp256k1 chain (BIP 44 with the coin types of SLIP-0044; BIP 86 Bitcoin, BIP 84 Litecoin). The EVM
 * chains share coin type 60 and differ by account, so that no two chains share a key.
 */
const ACCOUNT_PATH: Readonly<Partial<Record<ChainId, string>>> = {
  bitcoin: "m/86'/0'/0'",
  litecoin: "m/84'/2'/0'",
  bitcoincash: "m/44'/145'/0'",
  dash: "m/44'/5'/0'",
  zcash: "m/44'/133'/0'",
  ethereum: "m/44'/60'/0'",
  bsc: "m/44'/60'/1'",
  polygon: "m/44'/60'/2'",
  tron: "m/44'/195'/0'",
};

/** Accounts of Bitcoin's other types of deposit address (BIP 84, 49, 44). */
const TYPED_PATH: Readonly<Record<Exclude<AddressType, "taproot">, string>> = {
  "native-segwit": "m/84'/0'/0'",
  p2sh: "m/49'/0'/0'",
  legacy: "m/44'/0'/0'",
};

/** The keys of one chain, as only the signer has them. */
export type ChainKeys = {
  publicWallet(): PublicWallet;
  privateKey(key: WalletKey): PrivateKey;
  address(key: WalletKey): string;
};

/** The keys of `chain` under a BIP 39 seed, with addresses of `network` (default: the main one). */
export function chainKeys(request: {
  seed: Uint8Array;
  chain: ChainId;
  network?: AddressNetwork;
}): ChainKeys {
  if (request.chain === "monero" && request.network !== undefined) return moneroChainKeys(request.seed);
  const path = ACCOUNT_PATH[request.chain];
  return path === undefined ? ed25519Keys(request) : secp256k1Keys({ ...request, path });
}

function secp256k1Keys(request: {
  seed: Uint8Array;
  chain: ChainId;
  path: string;
  network?: AddressNetwork;
}): ChainKeys {
  const { chain, network } = request;
  const master = HDKey.fromMasterSeed(request.seed);
  const accountOf = (type?: AddressType) => master.derive(pathOf(request, type));
  const branchOf = oncePerBranch(({ branch, type }) => accountOf(type).deriveChild(BRANCH_NUMBER[branch]));
  const node = recently((key) => branchOf(key).deriveChild(checkedIndex(key)));
  const address = recently((key) =>
    addressFromPublicKey(chain, present(node(key).publicKey), network, key.type),
  );
  const typed = addressTypesOf(chain).flatMap((type) => (type === "taproot" ? [] : [type]));
  return {
    publicWallet: () => ({
      kind: "xpub",
      chain,
      xpub: accountOf().publicExtendedKey,
      ...(typed.length > 0 && {
        typedXpubs: Object.fromEntries(typed.map((type) => [type, accountOf(type).publicExtendedKey])),
      }),
      hotAddress: address({ branch: "hot", index: 0 }),
    }),
    privateKey: (key) => present(node(key).privateKey),
    address,
  };
}

function pathOf({ chain, path }: { chain: ChainId; path: string }, type: AddressType = "taproot"): string {
  if (type === "taproot") return path;
  assert(addressTypesOf(chain).includes(type), "a type of address that the chain does not have", { chain });
  return TYPED_PATH[type];
}

function ed25519Keys(request: { seed: Uint8Array; chain: ChainId }): ChainKeys {
  const master = Slip10Key.fromMasterSeed(request.seed);
  const branchOf = oncePerBranch((key) => master.derive(ed25519Path(request.chain, key).common));
  const privateKey = recently((key) => branchOf(key).derive(ed25519Path(request.chain, key).own).privateKey);
  const address = recently((key) =>
    addressFromPublicKey(request.chain, ed25519.getPublicKey(privateKey(key))),
  );
  return {
    publicWallet: () => ({
      kind: "pool",
      chain: request.chain,
      hotAddress: address({ branch: "hot", index: 0 }),
    }),
    privateKey: (key) => Uint8Array.from(privateKey(key)),
    address,
  };
}

/** The account whose keys Monero's wallets make of 32 bytes: these are of SLIP-0010. Its spend key signs for all its subaddresses. */
const MONERO_PATH = "m/44'/128'/0'";

function moneroChainKeys(seed: Uint8Array): ChainKeys {
  const account = moneroKeys(Slip10Key.fromMasterSeed(seed).derive(MONERO_PATH).privateKey);
  const address = (key: WalletKey) => moneroAddress(account, minorOf({ ...key, index: checkedIndex(key) }));
  return {
    publicWallet: () => ({
      kind: "xpub",
      chain: "monero",
      xpub: accountText(account),
      hotAddress: address({ branch: "hot", index: 0 }),
    }),
    privateKey: () => Uint8Array.from(account.spend),
    address,
  };
}

/** What all keys of a branch have in common, derived once: each step computes a public key. */
function oncePerBranch<Node>(derive: (key: WalletKey) => Node): (key: WalletKey) => Node {
  const nodes = new Map<string, Node>();
  return (key) => {
    const name = `${key.branch} ${key.type}`;
    const node = nodes.get(name) ?? derive(key);
    nodes.set(name, node);
    return node;
  };
}

/** How many keys of a chain are kept: a transaction needs each for its address and for its signature, and many need the hot wallet's. */
const KEYS_KEPT = 1_000;

/** What was derived of the keys that were asked for last. */
function recently<Node>(derive: (key: WalletKey) => Node): (key: WalletKey) => Node {
  const kept = new Map<string, Node>();
  return (key) => {
    const name = keyName(key);
    const node = kept.get(name) ?? derive(key);
    kept.delete(name);
    kept.set(name, node);
    const [oldest] = kept.keys();
    if (kept.size > KEYS_KEPT && oldest !== undefined) kept.delete(oldest);
    return node;
  };
}

/**
 * The path from the master key to what is `common` to the keys of a branch, and from there to the key. SLIP-0010 has only
 * hardened steps on ed25519. Keys of Monero and Cardano derived this way are for the simulated chains only: Cardano's wallets
 * derive theirs by CIP-1852.
 */
function ed25519Path(chain: ChainId, key: WalletKey): { common: string; own: string } {
  const branch = BRANCH_NUMBER[key.branch];
  const index = checkedIndex(key);
  // Deposits are the accounts that Solana wallets show; the hot wallet's last step is one that they do not use.
  if (chain === "solana") return { common: "m/44'/501'", own: `m/${index}'/${branch}'` };
  if (chain === "monero") return { common: `m/44'/128'/${branch}'`, own: `m/${index}'` };
  if (chain === "cardano") return { common: `m/1852'/1815'/${branch}'`, own: `m/${index}'` };
  throw new AssertionError("no wallet on this chain", { chain });
}

function checkedIndex(key: WalletKey): number {
  assert(key.home === undefined, "a key of another chain");
  assert(key.branch === "deposit" || (key.index === 0 && !key.type), "a chain has one hot wallet");
  return requireIndex(key.index);
}

function present(bytes: Uint8Array | null): Uint8Array {
  assert(bytes, "the extended key lacks this half");
  return bytes;
}
