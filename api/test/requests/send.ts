import fc from "fast-check";
import { addAdmin } from "../../src/admin/accounts";
import type { AdminRole } from "../../src/admin/roles";
import { closeDatabase, openDatabase } from "../../src/db/client";
import { systemRandom } from "../../src/system-random";
import { answerFaults, type ContractOperation, faultsOf, operations, type Seen } from "../contract/check";
import { type ContractWorld, RECEIVE } from "../contract/world";
import { written } from "../written";
import { type OddRequest, oddRequestsFor, type Targets } from "./odd-requests";

/** Sent at once, so that requests meet each other as they do on a busy server. */
const AT_ONCE = 20;

/** Password checks are slow on purpose, and slower with each failure: a tenth of the requests is enough. */
const FAST_FOR_A_SLOW = 10;
const checksPasswords = ({ responses }: ContractOperation): boolean =>
  "login/busy" in (responses["429"]?.content?.["application/problem+json"]?.examples ?? {});

/** A server with an order that waits, a pending loan, a session of each role and an API key. */
export async function openTargets(world: ContractWorld): Promise<Targets> {
  const admin = await world.admin();
  const { secret } = await admin.ok("createApiKey", {}, { name: "odd requests" });
  // Made by the key, so that it is there at both bases.
  const { ok } = world.callsOf({ "x-api-key": secret });
  const terms = { sendCurrency: "ETH", receiveCurrency: "BTC", sendAmount: "1", receiveAddress: RECEIVE.BTC };
  const { data: order } = await ok("v1CreateExchange", {}, terms);
  const loan = await admin.ok("createLoan", {}, { currency: "BTC", amount: "0.5", exchangeRate: "60000" });
  const { token: approver } = await world.ok("adminLogin", {}, world.sotto.admin);
  const tokens = {
    viewer: await sessionOf(world, "viewer"),
    operator: await sessionOf(world, "operator"),
    approver,
  };
  return { orderId: order.id, loanId: loan.id, tokens, apiKey: secret };
}

async function sessionOf(world: ContractWorld, role: AdminRole): Promise<string> {
  const account = { username: `an-${role}`, password: `ten green bottles of the ${role}` };
  const database = openDatabase({ url: world.sotto.databaseUrl, connectionsMax: 1 });
  const parts = { database, clock: { now: () => Date.now() }, random: systemRandom };
  await addAdmin(parts, { ...account, role }).finally(() => closeDatabase(database));
  return (await world.ok("adminLogin", {}, account)).token;
}

/**
 * Sends at least `count` odd requests, about as many to each operation of the contract, and returns what they were answered.
 * Throws, at the end, where an answer is not a documented refusal, and where the requests of an operation have written
 * something.
 */
export async function sendOddRequests(
  world: ContractWorld,
  targets: Targets,
  { count, onOperation = () => {} }: { count: number; onOperation?: (operationId: string) => void },
): Promise<Seen[]> {
  const before = await written(world.sotto);
  const seen: Seen[] = [];
  const wrong: string[] = [];
  const fast = operations.filter((operation) => !checksPasswords(operation));
  const runsOfFast = Math.ceil(count / fast.length / AT_ONCE);
  const seed = process.env.FC_SEED ? { seed: Number(process.env.FC_SEED) } : {};
  for (const operation of operations) {
    onOperation(operation.operationId);
    const requests = oddRequestsFor(operation, targets);
    const numRuns = checksPasswords(operation) ? Math.ceil(runsOfFast / FAST_FOR_A_SLOW) : runsOfFast;
    const batch = fc.array(requests, { minLength: AT_ONCE, maxLength: AT_ONCE });
    await fc.assert(
      fc.asyncProperty(batch, async (all) => {
        const faults = await Promise.all(all.map((request) => send(world, request, (one) => seen.push(one))));
        if (faults.flat().length > 0) throw new Error(faults.flat().join("\n"));
      }),
      {
        numRuns,
        ...seed,
        reporter: ({ failed, seed, errorInstance }) => {
          if (failed) wrong.push(`${String(errorInstance)} (FC_SEED=${seed})`);
        },
      },
    );
    const after = await written(world.sotto);
    const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
    if (changed.length > 0)
      wrong.push(`requests to ${operation.operationId} have written ${changed.join(", ")}`);
  }
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return seen;
}

/** Sends a request and returns what its answer does that it may not. */
async function send(
  world: ContractWorld,
  request: OddRequest,
  onSeen: (seen: Seen) => void,
): Promise<string[]> {
  const { operation, method, path, headers, body } = request;
  const sent = new Request(`${world.sotto.base}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const response = await world.sotto.fetch(sent);
  const text = await response.text();
  const mediaType = response.headers.get("content-type");
  const { status } = response;
  const shown = `${operation.operationId} ${status}: ${method} ${path} ${JSON.stringify(headers)} ${String(body).slice(0, 300)}`;
  if (status < 400 || status >= 500) return [`${shown} was answered ${text.slice(0, 200)}`];
  const { pathname } = new URL(sent.url);
  const faults =
    method === operation.method
      ? answerFaults({ method, path: pathname, status, mediaType, text }, onSeen)
      : undocumentedFaults(operation.operationId, { status, text, pathname }, onSeen);
  return faults.map((fault) => `${shown}: ${fault}`);
}

/** What is wrong with the answer to a method that the contract does not know: a problem all the same. */
function undocumentedFaults(
  operationId: string,
  { status, text, pathname }: { status: number; text: string; pathname: string },
  onSeen: (seen: Seen) => void,
): string[] {
  const body = JSON.parse(text);
  const isV1 = pathname.startsWith("/api/v1/");
  const code: string = isV1 ? body.error?.code : body.code;
  onSeen({ operationId, status, code });
  const isExpected = ["method/unknown", "route/unknown", "auth/required", "request/origin"].includes(code);
  return [...(isExpected ? [] : [`answers ${code}`]), ...faultsOf(isV1 ? "V1Failure" : "Problem", body)];
}
