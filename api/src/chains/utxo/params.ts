import type { AddressType } from "../../core/address-types";
import type { AddressNetwork, BitcoinLike } from "../addresses/bitcoin-networks";
import type { WorkHash } from "./block-bytes";

/** The chains that this adapter speaks. */
export const UTXO_CHAIN_IDS = [
  "bitcoin",
  "litecoin",
  "bitcoincash",
  "dash",
  "zcash",
] as const satisfies readonly BitcoinLike[];
export type UtxoChainId = (typeof UTXO_CHAIN_IDS)[number];

/** Blocks above a coinbase before consensus lets its outputs be spent: in the block after those. */
export const COINBASE_MATURITY = 100;

type UtxoParams = {
  /** The first block of each network: a node with another one serves another chain. */
  genesis: Readonly<Record<AddressNetwork, string>>;
  /** The first block that is this chain's only, where its first blocks are another chain's too. */
  fork?: { height: number; hash: string };
  /**
   * How we sign: as Bitcoin does for the type of address, with Bitcoin Cash's FORKID, as Bitcoin's first transactions, or by
   * ZIP 244 of Zcash.
   */
  signs: "bitcoin" | "fork-id" | "legacy" | "zip-244";
  /** Whether nodes replace what waits by what pays more (BIP 125). */
  replaces: boolean;
  /** Whether `getblock` shows what a block's inputs spend (verbosity 3, Bitcoin Core 23 and Bitcoin Cash Node 25 and later). */
  showsPrevouts: boolean;
  /** Whether the node reports on its index of transactions (`getindexinfo`), or says with each transaction that it lacks it. */
  reportsIndex: boolean;
  /**
   * Whether a block is proven by its bytes: its id is the double SHA-256 of its head, and so are the ids of its transactions. Dash
   * hashes heads by X11, and Zcash ids by ZIP 244, of which we read transparent parts only.
   */
  provesBlocks: boolean;
  /**
   * The work that a block of the main network has at least behind it, in zero bits of its hash: about a sixteenth to a twentieth of
   * an honest block's, which was 2^79 on Bitcoin, 2^71 on Bitcoin Cash and 2^58.5 on Litecoin in late 2026. It keeps out liars without
   * miners; against an operator of a lying node who owns miners, a second node is the protection. To be lowered if a chain loses its
   * miners. Only where blocks are proven.
   */
  work?: { by: WorkHash; bitsMin: number };
  /** Whether new coins can be spent like others once they are mature: on Zcash they can be paid to shielded addresses only. */
  spendsCoinbase: boolean;
  /**
   * How the node is asked for the fee of a payment; the answer is one rate where it takes no number of blocks. Null where fees
   * are conventional (ZIP 317).
   */
  estimates: "estimatesmartfee" | "estimatefee" | null;
  /** Weight units of an input of ours: key path of Taproot, P2WPKH or P2PKH with the longest signature. */
  inputWeight: number;
  /** The same of addresses of other types. */
  typedInputWeight: Readonly<Partial<Record<AddressType, number>>>;
  /** Weight units of the largest output that addresses stand for: P2TR and P2WSH, or P2SH with 32 bytes. */
  outputWeight: number;
  /** Smallest units per 1,000 virtual bytes: the limits of what we offer, and what we offer where a trial network has no estimate. */
  rate: { floor: bigint; cap: bigint; trial: bigint };
  /**
   * A block of the main network, from the sources of its node. A node without it follows other rules, or is no node of the
   * network at all, whatever its first block is.
   */
  checkpoint: { height: number; hash: string };
  /** The oldest version that mainnet is run with, and why, in words; null where the node is asked for `upgrade` instead. */
  mainnetVersionMin: { version: number; reason: string } | null;
  /**
   * The last upgrade that is active on mainnet, by its branch id (ZIP 200): its node has to know it. Nodes do not name one that has no
   * height yet.
   */
  upgrade?: { branchId: string; reason: string };
};

const PARAMS: Readonly<Record<UtxoChainId, UtxoParams>> = {
  bitcoin: {
    genesis: {
      main: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
      test: "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943",
      regtest: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
    },
    signs: "bitcoin",
    replaces: true,
    showsPrevouts: true,
    reportsIndex: true,
    provesBlocks: true,
    work: { by: "sha256d", bitsMin: 75 },
    spendsCoinbase: true,
    estimates: "estimatesmartfee",
    inputWeight: 4 * 41 + 66,
    // Signature and key, with the longest signature: in a witness of two items, or in the script. P2SH has its script of 23
    // bytes too, and a P2PKH input an empty witness beside others.
    typedInputWeight: {
      "native-segwit": 4 * 41 + 108,
      p2sh: 4 * (41 + 23) + 108,
      legacy: 4 * (41 + 107) + 1,
    },
    outputWeight: 4 * 43,
    rate: { floor: 1_000n, cap: 500_000n, trial: 5_000n },
    checkpoint: {
      height: 824_000,
      hash: "000000000000000000026811d149d4d261995ec5b3f64f439a0a10e1a464af9a",
    },
    mainnetVersionMin: {
      version: 290_000,
      // Everybody can read it in /api/health: why is in docs/operating.md only.
      reason: "29.0 or newer is wanted",
    },
  },
  litecoin: {
    genesis: {
      main: "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2",
      test: "4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0",
      regtest: "530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9",
    },
    signs: "bitcoin",
    replaces: true,
    showsPrevouts: false,
    reportsIndex: true,
    provesBlocks: true,
    work: { by: "scrypt", bitsMin: 54 },
    spendsCoinbase: true,
    estimates: "estimatesmartfee",
    inputWeight: 4 * 41 + 108,
    typedInputWeight: {},
    outputWeight: 4 * 43,
    rate: { floor: 1_000n, cap: 5_000_000n, trial: 20_000n },
    checkpoint: {
      height: 2_772_730,
      hash: "80cdb35c080484df5bf384b311fde3c4694d3405765bc0f596e9eb369ff286e5",
    },
    mainnetVersionMin: {
      version: 210_500,
      reason: "it lacks the fixes of April 2026 to MWEB",
    },
  },
  // Its test networks are testnet4 and chipnet, which begin with the same block.
  bitcoincash: {
    genesis: {
      main: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
      test: "000000001dd410c49a788668ce26751718cc797474d3152a5fc073dd44fd9f7b",
      regtest: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
    },
    fork: {
      height: 478_559,
      hash: "000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec",
    },
    signs: "fork-id",
    replaces: false,
    showsPrevouts: true,
    reportsIndex: false,
    provesBlocks: true,
    work: { by: "sha256d", bitsMin: 67 },
    spendsCoinbase: true,
    estimates: "estimatefee",
    inputWeight: 4 * 148,
    typedInputWeight: {},
    outputWeight: 4 * 44,
    rate: { floor: 1_000n, cap: 100_000n, trial: 1_000n },
    checkpoint: {
      height: 661_648,
      hash: "0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce",
    },
    mainnetVersionMin: {
      version: 29_000_000,
      reason: "it lacks the network's upgrade of May 2026",
    },
  },
  // Of Bitcoin before SegWit. Only later releases show what a block's inputs spend.
  dash: {
    genesis: {
      main: "00000ffd590b1485b3caadc19b22e6379c733355108f107a430458cdf3407ab6",
      test: "00000bafbc94add76cb75e2ec92894837288a481e5c005f6563d91623bf8bc2c",
      regtest: "000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e",
    },
    signs: "legacy",
    replaces: false,
    showsPrevouts: false,
    reportsIndex: true,
    provesBlocks: false,
    spendsCoinbase: true,
    estimates: "estimatesmartfee",
    inputWeight: 4 * 148,
    typedInputWeight: {},
    outputWeight: 4 * 34,
    rate: { floor: 1_000n, cap: 1_000_000n, trial: 1_000n },
    checkpoint: {
      height: 1_796_500,
      hash: "000000000000001d531f36005159f19351bd49ca676398a561e55dcccb84eacd",
    },
    mainnetVersionMin: {
      version: 240_000,
      reason: "it lacks the network's upgrade of November 2026",
    },
  },
  // Transparent addresses and transactions only. Its nodes say nothing of their index, and have one of addresses.
  zcash: {
    genesis: {
      main: "00040fe8ec8471911baa1db1266ea15dd06b4a8a5c453883c000b031973dce08",
      test: "05a60a92d99d85997cce3b87616c089f6124d7342af37106edc76126334a2c38",
      regtest: "029f11d80ef9765602235e1bc9727e3eb6ba20839319f761fee920d63401e327",
    },
    signs: "zip-244",
    replaces: false,
    showsPrevouts: false,
    reportsIndex: false,
    provesBlocks: false,
    spendsCoinbase: false,
    estimates: null,
    inputWeight: 4 * 148,
    typedInputWeight: {},
    outputWeight: 4 * 34,
    rate: { floor: 0n, cap: 0n, trial: 0n },
    checkpoint: {
      height: 1_046_400,
      hash: "00000000002038016f976744c369dce7419fca30e7171dfac703af5e5f7ad1d4",
    },
    mainnetVersionMin: null,
    // At block 3,428,143.
    upgrade: { branchId: "37a5165b", reason: "it lacks the network's upgrade NU6.3" },
  },
};

/** What differs between the chains. */
export const utxoParamsOf = (chain: UtxoChainId): UtxoParams => PARAMS[chain];
