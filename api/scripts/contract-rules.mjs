import { bin, inOrder } from "./workspace.mjs";

/** Neither asks for its newest version nor reports that it ran. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_NOTIFICATIONS: "true" };

/** Checks the committed contract by the recommended rules of two linters; any finding fails, down to a hint. */
export const contractRules = () =>
  inOrder([
    () =>
      bin("redocly", ["lint", "openapi.json", "--config", "redocly.yaml"], "openapi", {
        env: { ...process.env, ...QUIET },
      }),
    () =>
      bin(
        "spectral",
        ["lint", "openapi.json", "--ruleset", "spectral.yaml", "--fail-severity", "hint"],
        "openapi",
      ),
  ]);
