import { createHmac } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { HARDENED_OFFSET, HDKey } from "@scure/bip32";
import { type AddressType, addressTypesOf } from "../core/address-types";
import { assert } from "../core/assert";
import { addressTypeOf } from "./addresses/address-type";
import { type AddressNetwork, isBitcoinLike, networkOfAddress } from "./addresses/bitcoin-networks";
import { addressesFromPoints, addressFromPublicKey } from "./addresses/encode";
import type { WalletKey } from "./chain";
import { addMultiples } from "./curve-points";
import { minorOf } from "./monero/coins";
import { accountOf, moneroAddress } from "./monero/keys";
import type { PublicWallet } from "./signer";

/** The branch of an account under which a kind of key lies (BIP 44's "change" level). */
export const BRANCH_NUMBER: Readonly<Record<WalletKey["branch"], number>> = { deposit: 0, hot: 1 };

/** The last of BIP 32's non-hardened indexes. */
export const INDEX_MAX = HARDENED_OFFSET - 1;

const ACCOUNT_DEPTH = 3;
const NODES_MAX = 64;
const depositNodes = new Map<string, HDKey>();

/**
 * The deposit address at `index` (0 to 2³¹ − 1) of a type (by default the chain's own), by public derivation only: no
 * private key is involved. The xpub is that of the account (BIP 32 depth 3). Someone who has it can link all deposit addresses and, with one private key
 * of a deposit, compute the others. It cannot spend, but it must stay private.
 */
export function depositAddress(request: {
  wallet: Extract<PublicWallet, { kind: "xpub" }>;
  index: number;
  type?: AddressType;
}): string {
  const { wallet, index, type } = request;
  if (wallet.chain === "monero")
    return moneroAddress(accountOf(wallet.xpub), minorOf({ branch: "deposit", index: requireIndex(index) }));
  const { publicKey } = depositNode(xpubOf(wallet, type)).deriveChild(requireIndex(index));
  assert(publicKey, "a derived node has a public key");
  return addressFromPublicKey(wallet.chain, publicKey, networkOf(wallet), type);
}

/** Whether an address is our deposit address at `index`, of the type that it shows. */
export function isDepositAddress(claimed: {
  wallet: Extract<PublicWallet, { kind: "xpub" }>;
  index: number;
  address: string;
}): boolean {
  const { wallet, index, address } = claimed;
  const type = addressTypeOf(wallet.chain, address);
  return depositAddress({ wallet, index, ...(type !== null && { type }) }) === address;
}

function xpubOf(wallet: Extract<PublicWallet, { kind: "xpub" }>, type: AddressType | undefined): string {
  if (type === undefined || type === addressTypesOf(wallet.chain)[0]) return wallet.xpub;
  const xpub = wallet.typedXpubs?.[type];
  assert(xpub, "the wallet has no account of this type", { chain: wallet.chain, type });
  return xpub;
}

/**
 * The deposit addresses at `count` indexes from `from` on: those of `depositAddress`, each at a tenth of its cost where
 * there are many. The first call in a process takes some 100 ms more.
 */
export function depositAddresses(request: {
  wallet: Extract<PublicWallet, { kind: "xpub" }>;
  from: number;
  count: number;
}): string[] {
  const { wallet, from, count } = request;
  requireIndex(from);
  requireIndex(from + count - 1);
  if (wallet.chain === "monero")
    return Array.from({ length: count }, (_, at) => depositAddress({ wallet, index: from + at }));
  const { publicKey, chainCode } = depositNode(wallet.xpub);
  assert(publicKey && chainCode, "a node has a public key and a chain code");
  const parent = secp256k1.Point.fromBytes(publicKey).toAffine();
  const tweaks = Array.from({ length: count }, (_, at) => childTweak(publicKey, chainCode, from + at));
  const points = addMultiples(
    tweaks.map(() => parent),
    tweaks,
  );
  return addressesFromPoints(wallet.chain, points, networkOf(wallet));
}

/** Where a chain's test networks have prefixes of their own, the hot wallet's address shows which one the wallet is of. */
const networkOf = ({ chain, hotAddress }: PublicWallet): AddressNetwork =>
  isBitcoinLike(chain) ? networkOfAddress(chain, hotAddress) : "main";

/** What is added to a parent's key for its child (CKDpub of BIP 32); below the group's order but for one in 2^127. */
function childTweak(publicKey: Uint8Array, chainCode: Uint8Array, index: number): bigint {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(index);
  const left = createHmac("sha512", chainCode).update(publicKey).update(number).digest().subarray(0, 32);
  return secp256k1.Point.Fn.fromBytes(left);
}

/** Asserts that an index is one of BIP 32's non-hardened ones, and returns it. */
export function requireIndex(index: number): number {
  assert(Number.isInteger(index) && index >= 0 && index <= INDEX_MAX, "key index out of range", {
    index,
  });
  return index;
}

function depositNode(xpub: string): HDKey {
  const known = depositNodes.get(xpub);
  if (known) return known;
  const account = HDKey.fromExtendedKey(xpub);
  assert(account.depth === ACCOUNT_DEPTH && account.privateKey === null, "an account's public key is wanted");
  const node = account.deriveChild(BRANCH_NUMBER.deposit);
  if (depositNodes.size >= NODES_MAX) depositNodes.clear();
  depositNodes.set(xpub, node);
  return node;
}
