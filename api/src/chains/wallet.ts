import { HARDENED_OFFSET, HDKey } from "@scure/bip32";
import { assert } from "../core/assert";
import { addressFromPublicKey } from "./addresses/encode";
import type { WalletKey } from "./chain";
import type { PublicWallet } from "./signer";

/** The branch of an account under which a kind of key lies (BIP 44's "change" level). */
export const BRANCH_NUMBER: Readonly<Record<WalletKey["branch"], number>> = { deposit: 0, hot: 1 };

const ACCOUNT_DEPTH = 3;
const NODES_MAX = 64;
const depositNodes = new Map<string, HDKey>();

/**
 * The deposit address at `index` (0 to 2³¹ − 1), by public derivation only: no private key is involved. The xpub is
 * that of the account (BIP 32 depth 3). Someone who has it can link all deposit addresses and, with one private key
 * of a deposit, compute the others. It cannot spend, but it must stay private.
 */
export function depositAddress(request: {
  wallet: Extract<PublicWallet, { kind: "xpub" }>;
  index: number;
}): string {
  const { publicKey } = depositNode(request.wallet.xpub).deriveChild(requireIndex(request.index));
  assert(publicKey, "a derived node has a public key");
  return addressFromPublicKey(request.wallet.chain, publicKey);
}

/** Asserts that an index is one of BIP 32's non-hardened ones, and returns it. */
export function requireIndex(index: number): number {
  assert(Number.isInteger(index) && index >= 0 && index < HARDENED_OFFSET, "key index out of range", {
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
