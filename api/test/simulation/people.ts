import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { SimnetChainId } from "../../src/chains/simnet/params";
import { addressOfPrivateKey } from "../../src/chains/simnet/signing";

/** An address of somebody outside; one for each set of words, so that every order's are its own. */
export const addressOf = (chain: SimnetChainId, words: string): string =>
  addressOfPrivateKey(chain, sha256(utf8ToBytes(`${chain} ${words}`)));

/** The address on each chain that the screening lists name. */
export const listedAddress = (chain: SimnetChainId): string => addressOf(chain, "listed");
