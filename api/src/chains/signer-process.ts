import { z } from "zod";
import { decodeJson, encodeJson } from "../core/json";
import { failureFacts } from "../db/failure";
import { callPeer, type PeerCall, type PeerSocket, PeerUnavailable, servePeers } from "../peers/peer";
import { type MixKeys, REFUSAL_KINDS, type Signer, SignerRefusal } from "./signer";

/** What the process of the signer can be asked. */
export type SignerVerbs = Signer & MixKeys;
type Verb = keyof SignerVerbs;
const VERBS = [
  ...(["publicWallets", "depositAddresses", "learnOutputs", "sign"] as const),
  ...(["sealSeed", "openSeed"] as const),
] as const satisfies readonly Verb[];

const REFUSED = 422;
const refusalSchema = z.object({ refusal: z.string(), kind: z.enum(REFUSAL_KINDS) });

/** Serves the signer to the worker on a socket. Returns what ends that. */
export const serveSigner = (
  socket: PeerSocket,
  signer: SignerVerbs,
  log: Record<"warn" | "error", (facts: object, text: string) => void>,
): Promise<() => Promise<void>> =>
  servePeers(socket, async (request) => {
    const verb = VERBS.find((one) => new URL(request.url).pathname === `/${one}`);
    if (verb === undefined || request.method !== "POST") return new Response(null, { status: 404 });
    const asked = decodeJson(await request.json());
    try {
      // What was asked is compared with the signer's own records, field by field: its types are not relied upon.
      const answer: unknown = await (signer[verb] as (given: unknown) => Promise<unknown>)(asked);
      return Response.json(encodeJson(answer));
    } catch (error) {
      if (error instanceof SignerRefusal) {
        log.warn({ verb, refusal: error.message }, "the signer refused");
        return Response.json({ refusal: error.message, kind: error.kind }, { status: REFUSED });
      }
      log.error({ verb, ...failureFacts(error) }, "the signer failed");
      return new Response(null, { status: 500 });
    }
  });

/**
 * The signer in its own process, as the worker sees it. Each verb throws PeerUnavailable while that process is away, and
 * may then be called again: what it signed twice is the same payment.
 */
export function remoteSigner(socket: PeerSocket): SignerVerbs {
  const call = callPeer(socket);
  return {
    publicWallets: () => ask(call, "publicWallets", {}),
    depositAddresses: (request) => ask(call, "depositAddresses", request),
    learnOutputs: (request) => ask(call, "learnOutputs", request),
    sign: (request) => ask(call, "sign", request),
    sealSeed: (request) => ask(call, "sealSeed", request),
    openSeed: (request) => ask(call, "openSeed", request),
  };
}

async function ask<Answer>(call: PeerCall, verb: Verb, asked: unknown): Promise<Answer> {
  const body = JSON.stringify(encodeJson(asked));
  const headers = { "content-type": "application/json" };
  const answer = await call(new Request(`http://signer/${verb}`, { method: "POST", headers, body }));
  if (answer.status === REFUSED) {
    const { refusal, kind } = refusalSchema.parse(await answer.json());
    throw new SignerRefusal(refusal, kind);
  }
  if (!answer.ok) throw new PeerUnavailable(`the signer answered ${answer.status}`);
  return decodeJson(await answer.json()) as Answer;
}
