import { withNode } from "./other-node.mjs";
import { bin, exitCodeOf, root } from "./workspace.mjs";

/**
 * The suites that are too long for every run of `npm test`, which runs a short form of `attacker` and `chats`; `npm run
 * test:short` runs a short form of five others, walks on nodes, and tests that start whole services.
 *
 * `claim` is what a suite shows; `run` runs it whole, hands what it prints to `onOutput` and returns its exit code;
 * `result` matches the line or lines of its output that say how it ended.
 */
const api = (script, ...args) => ({
  command: `npx tsx api/test/${script}${args.map((arg) => ` ${arg}`).join("")}`,
  run: (onOutput) => bin("tsx", [`test/${script}`, ...args], "api", { onOutput }),
});
const script = (path, ...args) => ({
  command: `node ${[path, ...args].join(" ")}`,
  run: (onOutput) => exitCodeOf(process.execPath, [path, ...args], { onOutput, cwd: root }),
});
/** In CI's way, where a node that is missing is a failure. Two files at a time: each starts several nodes and a server. */
const onNodes = {
  command:
    "CI=true npx vitest run --project=api --project=short --project=nodes --maxWorkers=2 api/test/utxo/ api/test/monero/ api/test/evm/",
  run: (onOutput) =>
    bin("vitest", ["run", ...NODE_PROJECTS, "--maxWorkers=2", ...NODE_FOLDERS], ".", {
      onOutput,
      env: { ...process.env, CI: "true" },
    }),
};
/** By itself: it starts a node of every kind, and thousands of orders wait for their blocks. */
const onEveryNode = {
  command: "CI=true npx vitest run --project=nodes api/test/every-coin.nodes.ts",
  run: (onOutput) =>
    bin("vitest", ["run", "--project=nodes", "api/test/every-coin.nodes.ts"], ".", {
      onOutput,
      env: { ...process.env, CI: "true" },
    }),
};
/** Tests that draw many cases: `*.long.ts`. */
const onManyCases = (folder) => ({
  command: `npx vitest run --project=long ${folder}`,
  run: (onOutput) => bin("vitest", ["run", "--project=long", folder], ".", { onOutput }),
  result: /^ *Tests +\d.*$/gm,
});
const npmTestOn = (version) => ({
  command: `npm test, with Node ${version} first in PATH`,
  run: (onOutput) => withNode(version, (env) => exitCodeOf("npm", ["test"], { onOutput, env, cwd: root })),
});
const NODE_PROJECTS = ["api", "short", "nodes"].map((name) => `--project=${name}`);
const NODE_FOLDERS = ["api/test/utxo/", "api/test/monero/", "api/test/evm/"];
const counts = /^\d+ passed, \d+ failed.*$/gm;

export const longSuites = {
  simulation: {
    claim: "200 simulated worlds end with every order settled and no rule of the books broken",
    ...api("simulation/main.ts", "--seeds", "200"),
    result: /^\d+ seeds, .*$/gm,
  },
  mutants: {
    claim: "the simulation notices each planted bug",
    ...api("simulation/mutants.ts"),
    result: /^\d+ of \d+ .*$/gm,
  },
  crashes: {
    claim: "a process killed at any point of a swap, a refund, a mix or a loan resumes and pays once",
    ...api("crash/main.ts", "--full"),
    result: /^\d+ crashes, .*$/gm,
  },
  requests: {
    claim: "100,000 odd requests, drawn from the contract, are each refused and write nothing",
    ...api("requests/main.ts"),
    result: /^\d+ requests to .*$/gm,
  },
  attacker: {
    claim: "an attacker links no more of 2,000 mixed orders than their reports say",
    ...onManyCases("api/test/attacker/"),
  },
  chats: {
    claim: "the bot serves 200 chats at once, and mixes none up with another",
    ...onManyCases("bot/test/"),
  },
  nodes: {
    claim: "swaps work on real nodes of Bitcoin, Litecoin, Bitcoin Cash, Monero and Ethereum",
    ...onNodes,
    result: /^ *Tests +\d.*$/gm,
  },
  "every-coin": {
    claim: "2,000 orders between the coins of real nodes are each paid to the unit",
    ...onEveryNode,
    result: /^ *Tests +\d.*$/gm,
  },
  browser: {
    claim: "every page works in six languages and two appearances, in Chromium",
    ...script("web/e2e/main.mjs", "--full"),
    result: counts,
  },
  firefox: {
    claim: "the main path works in Firefox",
    ...script("web/e2e/firefox.mjs"),
    result: counts,
  },
  lighthouse: {
    claim: "the pages reach Lighthouse's scores on a phone and at a desk",
    ...script("web/scripts/lighthouse.mjs"),
    result: counts,
  },
  "node-22": { claim: "the suite passes on Node 22", ...npmTestOn("22.23.3"), result: counts },
  "node-24": { claim: "the suite passes on Node 24", ...npmTestOn("24.21.0"), result: counts },
};
