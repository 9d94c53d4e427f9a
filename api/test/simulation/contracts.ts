import { normalAddress } from "../../src/chains/addresses/validate";
import type { Chain, FeeRequest } from "../../src/chains/chain";
import { networkFeeUnits, type SimnetChainId } from "../../src/chains/simnet/params";
import { diceOf } from "./dice";
import { meet } from "./faulty-chain";
import type { Plot } from "./site";
import type { World } from "./world";

/** Recipients that are contracts, in their normal form: what a payment to each costs, in percent of a plain one. */
export type Contracts = Map<string, number>;

const CONTRACT_PERMILLE = 300;
/** Below the share of a cap that is there for every recipient, above it, and far above it. */
const PERCENTS = [150, 250, 600, 6_000];

/** Draws which addresses of a customer are contracts: where they are paid, and where they are refunded. */
export function drawContracts(
  world: Pick<World, "contracts" | "without">,
  words: string,
  given: Given,
): void {
  if (world.without.has("contracts")) return;
  const dice = diceOf(`contracts of ${words}`);
  for (const { chain, address } of given) {
    const isContract = dice.permille(CONTRACT_PERMILLE);
    const percent = dice.pick(PERCENTS);
    if (isContract) world.contracts.set(normalAddress(chain, address), percent);
  }
}

type Given = readonly { chain: SimnetChainId; address: string }[];

/** Contracts are replaced by ones that cost what others do: what was too dear for a payment's cap can be paid. */
export function cheapenContracts(world: World): void {
  if (world.contracts.size === 0) return;
  world.contracts.clear();
  world.tell("Chain", null, "every contract costs what other recipients do from now on");
}

/** The node of an account chain on which some recipients are contracts: it asks more for paying them, and blocks take it. */
export function contractChain(
  chain: Chain,
  plot: Plot,
  { contracts, mishaps }: Pick<World, "contracts" | "mishaps">,
): Chain {
  if (chain.model === "utxo") return chain;
  const id = chain.id as SimnetChainId;
  const percentOf = (to: string): bigint => BigInt(contracts.get(to) ?? 100);
  const dearer = <Fee extends { feeUnits: bigint }>(fee: Fee, request: FeeRequest): Fee => ({
    ...fee,
    feeUnits: (fee.feeUnits * percentOf(request.model === "account" ? (request.to ?? "") : "")) / 100n,
  });
  return {
    ...chain,
    feeQuote: async (request) => dearer(await chain.feeQuote(request), request),
    async replacementFee(replaced, request) {
      const { least, wanted } = await chain.replacementFee(replaced, request);
      // The least is a tenth more than what is replaced, which had this recipient's fee already.
      const own = dearer(wanted, request);
      return { least, wanted: own.feeUnits > least.feeUnits ? own : least };
    },
    async broadcast(raw) {
      const outcome = await chain.broadcast(raw);
      const { txId, outputs } = chain.decode(raw);
      const [paid] = outputs;
      const percent = percentOf(paid?.to ?? "");
      if (outcome.outcome !== "accepted" || paid === undefined || percent === 100n) return outcome;
      meet(mishaps, "contracts");
      const burnt = (networkFeeUnits(id, { model: "account", asset: paid.asset }) * percent) / 100n;
      await plot.simnet`
        UPDATE transaction SET fee_units = LEAST(fee_units_max, ${burnt.toString()}::numeric)
        WHERE chain = ${id} AND tx_id = ${txId} AND height IS NULL`;
      return outcome;
    },
  };
}
