import { expect, it } from "vitest";
import { childEnvironment } from "./child-environment";

it("shows the wallet that signs Monero to the signer only, and the one that sees it to the worker only", () => {
  const environment = {
    SOTTO_XMR_WALLET_RPC_URL: "http://view",
    SOTTO_SIGNER_XMR_URL: "http://signer",
  };
  const knownTo = (name: keyof typeof environment) =>
    (["http", "admin", "worker", "signer", "bot"] as const).filter(
      (role) => name in childEnvironment(role, environment, {}),
    );
  expect(knownTo("SOTTO_XMR_WALLET_RPC_URL")).toEqual(["worker"]);
  expect(knownTo("SOTTO_SIGNER_XMR_URL")).toEqual(["signer"]);
});

it("has every process know which unproven chains are used", () => {
  for (const role of ["http", "admin", "worker", "signer"] as const)
    expect(childEnvironment(role, { SOTTO_UNPROVEN_CHAINS: "dash" }, {})).toMatchObject({
      SOTTO_UNPROVEN_CHAINS: "dash",
    });
});
