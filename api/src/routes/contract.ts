import { OpenAPIHono } from "@hono/zod-openapi";
import { conflictsOf, exampleName, type Operation, problemCodes } from "../http/operation";
import { problemExample, v1FailureExample } from "../http/problem";
import * as addresses from "./address/operations";
import * as account from "./admin/account-operations";
import * as audit from "./admin/audit-operations";
import * as authorizations from "./admin/authorization-operations";
import * as books from "./admin/books-operations";
import * as chains from "./admin/chain-operations";
import * as payouts from "./admin/payout-operations";
import * as recoveries from "./admin/recovery-operations";
import * as adminSessions from "./admin/session-operations";
import * as spends from "./admin/spend-operations";
import * as switches from "./admin/switch-operations";
import * as health from "./health/operations";
import * as integrators from "./integrators/operations";
import * as v1 from "./integrators/v1-operations";
import { limitsChapter, rateLimitsOf } from "./limit-rows";
import * as loans from "./loans/operations";
import * as quotes from "./market/operations";
import * as mixer from "./mixer/operations";
import { nullsApart } from "./nulls-apart";
import * as adminOrders from "./orders/admin-operations";
import { orderEventSchema } from "./orders/event-schema";
import * as orders from "./orders/operations";
import * as problems from "./problems/operations";
import * as retention from "./retention/operations";
import * as screening from "./screening/operations";
import * as explorer from "./simnet/explorer-operations";
import * as simnet from "./simnet/operations";
import * as stats from "./stats/operations";

/** Every operation of the API, in the order of the contract. */
export const OPERATIONS: readonly Operation[] = [
  health,
  problems,
  stats,
  quotes,
  orders,
  retention,
  mixer,
  addresses,
  screening,
  {
    ...account,
    ...adminSessions,
    ...authorizations,
    ...audit,
    ...books,
    ...chains,
    ...payouts,
    ...spends,
    ...recoveries,
    ...switches,
  },
  adminOrders,
  loans,
  integrators,
  v1,
  { ...simnet, ...explorer },
].flatMap(byName);

/** A room's operations by the names of their constants: the order in which a module lists what it exports. */
function byName(room: object): readonly Operation[] {
  const named = Object.entries(room).sort(([a], [b]) => (a < b ? -1 : 1));
  return named.map(([, operation]) => operation as Operation);
}

/** An example of each failure that an operation refers to, by its name. */
function failureExamples(): ReadonlyMap<string, Record<string, unknown>> {
  const extras = new Map(OPERATIONS.flatMap(conflictsOf).map(({ code, example }) => [code, example]));
  return new Map(
    OPERATIONS.flatMap((operation) =>
      problemCodes(operation).map((code) => {
        const extra = extras.get(code);
        const failure = { code, ...(extra && { extra }) };
        const example = operation.security === "apiKey" ? v1FailureExample(failure) : problemExample(failure);
        return [exampleName(code, operation), example] as const;
      }),
    ),
  );
}

export type OpenApiDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

/** The contract as an OpenAPI 3.1 document; needs no running service, and is the same at every call. */
export function contractDocument(version: string): OpenApiDocument {
  const app = new OpenAPIHono();
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "The token of POST /api/admin/login.",
  });
  app.openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "A key that an administrator made, for /api/v1 alone.",
  });
  for (const [name, value] of failureExamples())
    app.openAPIRegistry.registerComponent("examples", name, { value });
  app.openAPIRegistry.register("OrderEvent", orderEventSchema);
  for (const operation of OPERATIONS) app.openAPIRegistry.registerPath(operation.route);
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Sotto",
      version,
      description: `Swap coins without an account. Amounts and rates are decimal strings, times ISO 8601 in UTC, errors RFC 9457 with a stable \`code\`.\n\n${limitsChapter(OPERATIONS)}`,
      contact: { name: "The operator of the service: see /contact" },
      license: { name: "AGPL-3.0-only", url: "https://www.gnu.org/licenses/agpl-3.0.html" },
    },
    servers: [{ url: "/" }],
    "x-rate-limits": rateLimitsOf(OPERATIONS),
    tags: [
      { name: "service", description: "The service itself." },
      { name: "rates", description: "Currencies, rates, calculation." },
      { name: "exchanges", description: "Orders." },
      { name: "mixer", description: "Mixing: sessions and calculation." },
      { name: "addresses", description: "Validation and screening." },
      { name: "admin", description: "For administrators." },
      { name: "loans", description: "Payout (loan) orders, for administrators." },
      { name: "v1", description: "The third-party base: the same verbs in an envelope, by API key." },
      { name: "simnet", description: "The simulated networks' faucet, clockwork and explorer." },
    ],
  });
  return nullsApart(document);
}
