import { expect, it } from "vitest";
import { whyTooOld } from "./client-version";

it.each([
  [
    "ethereum",
    "Geth/v1.16.8-stable-abcdef12/linux-amd64/go1.24.1",
    "Geth 1.16.8 is too old: it lacks the security",
  ],
  // With --identity.
  ["ethereum", "Geth/x/v1.16.8-stable-abcdef12/linux-amd64/go1.24.1", "Geth 1.16.8 is too old"],
  ["ethereum", "Nethermind/v1.35.2+1d2f3a4b/linux-x64/dotnet9.0.11", "Nethermind 1.35.2 is too old"],
  ["ethereum", "besu/v25.7.0/linux-x86_64/openjdk-java-21", "besu 25.7.0 is too old"],
  ["bsc", "Geth/v1.7.9-abcdef12/linux-amd64/go1.24.1", "Geth 1.7.9 is too old"],
  ["polygon", "bor/v2.8.3-abcdef12/linux-amd64/go1.24.1", "bor 2.8.3 is too old"],
  ["polygon", "erigon/3.7.1/linux-amd64/go1.24.1", "erigon 3.7.1 is too old"],
] as const)("on %s %s is refused by name", (chain, version, reason) => {
  expect(whyTooOld(chain, version)).toContain(reason);
});

it.each([
  ["ethereum", "Geth/v1.16.9-stable-abcdef12/linux-amd64/go1.24.1"],
  ["ethereum", "Geth/x/v1.16.9-stable-abcdef12/linux-amd64/go1.24.1"],
  ["ethereum", "Geth/v1.17.0-stable-abcdef12/linux-amd64/go1.24.1"],
  ["ethereum", "Geth/v2.0.0/linux-amd64/go1.24.1"],
  ["bsc", "Geth/v1.8.2-54afaff0/linux-amd64/go1.24.1"],
  ["polygon", "bor/v2.10.0-abcdef12/linux-amd64/go1.24.1"],
  ["ethereum", "reth/v1.0.0-abcdef12/x86_64-unknown-linux-gnu"],
  ["ethereum", "anvil/v1.5.0"],
  ["ethereum", "a provider's own words"],
  ["ethereum", ""],
] as const)("on %s %j is accepted", (chain, version) => {
  expect(whyTooOld(chain, version)).toBeNull();
});
