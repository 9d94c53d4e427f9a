import { notFound, redirect } from "@tanstack/react-router";
import type { ApiResult, SottoApi } from "../../lib/api";
import type { AppContext } from "../../lib/app-context";
import { addRefreshTexts } from "../../lib/catalogues";

type Answer<Name extends keyof SottoApi["simnet"]> =
  Awaited<ReturnType<SottoApi["simnet"][Name]>> extends ApiResult<infer Value> ? Value : never;

export type ExplorerTips = Answer<"chains">;
export type ExplorerBlocks = Answer<"blocks">;
export type ExplorerBlock = Answer<"block">;
export type ExplorerTransaction = Answer<"transaction">;
export type ExplorerAddress = Answer<"address">;

/** What a page of the explorer shows; `refreshes` where it will change soon. */
export type Explored = { refreshes?: boolean } & (
  | { kind: "chains"; chains: ExplorerTips["chains"] }
  | { kind: "blocks"; blocks: ExplorerBlocks }
  | { kind: "block"; block: ExplorerBlock }
  | { kind: "transaction"; transaction: ExplorerTransaction }
  | { kind: "address"; address: ExplorerAddress }
  | { kind: "refused"; isUnknown: boolean; message: string }
);

type Search = { q?: string; cursor?: string };

const HASH = /^[0-9a-f]{64}$/i;
const ADDRESS = /^[a-z0-9:]+$/i;

/** Loads a page of the explorer, and the note of a page that reads itself again. */
export async function loadExplorer(context: AppContext, path = "", search: Search = {}): Promise<Explored> {
  const explored = await explore(context, path, search);
  if (explored.refreshes === true) await addRefreshTexts(context);
  return explored;
}

/** Finds a page's content by its path below `/simnet`: `tx/…`, `block/…`, `address/…`, `blocks/…`, or none. */
async function explore(context: AppContext, path: string, { q, cursor }: Search): Promise<Explored> {
  if (context.page.network !== "simnet") throw notFound();
  if (q !== undefined && q !== "") return search(context, q);
  const [kind = "", value = "", ...more] = path.split("/");
  if (more.length > 0) throw notFound();
  const { simnet } = context.api;
  switch (value === "" ? `${kind}/` : kind) {
    case "/":
      return shown(context, await simnet.chains(), ({ chains }) => ({ kind: "chains", chains }));
    case "blocks":
      return shown(context, await simnet.blocks(value, cursor), (blocks) => ({ kind: "blocks", blocks }));
    case "block":
      return shown(context, await simnet.block(value, cursor), (block) => ({ kind: "block", block }));
    case "tx":
      return shown(context, await simnet.transaction(value), (transaction) => ({
        kind: "transaction",
        transaction,
        refreshes: transaction.confirmations === 0,
      }));
    case "address":
      return shown(context, await simnet.address(value, cursor), (address) => ({
        kind: "address",
        address,
        refreshes: address.items.some(({ confirmations }) => confirmations === 0),
      }));
    default:
      throw notFound();
  }
}

/** Leads to the page of what was searched for. */
async function search({ api }: AppContext, text: string): Promise<never> {
  // Anything else could lead out of the explorer.
  if (!ADDRESS.test(text)) throw notFound();
  if (!HASH.test(text)) throw redirect({ to: "/simnet/$", params: { _splat: `address/${text}` } });
  const hash = text.toLowerCase();
  const block = await api.simnet.block(hash);
  throw redirect({ to: "/simnet/$", params: { _splat: `${block.ok ? "block" : "tx"}/${hash}` } });
}

function shown<Value>(
  context: AppContext,
  result: ApiResult<Value>,
  show: (value: Value) => Explored,
): Explored {
  if (result.ok) return show(result.value);
  const { status, message } = result.error;
  const isUnknown = status === 404 || status === 422;
  context.answer.status = isUnknown ? 404 : 503;
  return { kind: "refused", isUnknown, message };
}
