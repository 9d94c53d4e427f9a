import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { contractDocument } from "../src/routes/contract";
import { copyWorkspace, workspaceRoot } from "./workspace-copy";

const copy = copyWorkspace();
afterAll(copy.remove);

function drift(folder: string): { status: number | null; said: string } {
  const run = spawnSync(process.execPath, [join(folder, "api/scripts/contract.mjs")], { encoding: "utf8" });
  return { status: run.status, said: run.stderr };
}

test("the committed contract is the one that the server's schemas give", () => {
  const { version } = JSON.parse(readFileSync(join(workspaceRoot, "api/package.json"), "utf8"));
  const given = `${JSON.stringify(contractDocument(version), null, 2)}\n`;
  expect(readFileSync(join(workspaceRoot, "openapi/openapi.json"), "utf8")).toBe(given);
});

test("an operation that the committed contract lacks is caught, and the files stay as they were", () => {
  const path = join(copy.folder, "openapi/openapi.json");
  const contract: { paths: Record<string, unknown> } = JSON.parse(
    readFileSync(join(workspaceRoot, "openapi/openapi.json"), "utf8"),
  );
  const [first] = Object.keys(contract.paths);
  if (first === undefined) throw new Error("the contract has no operation");
  delete contract.paths[first];
  const planted = JSON.stringify(contract, null, 2);
  writeFileSync(path, planted);
  const { status, said } = drift(copy.folder);
  expect(status).toBe(1);
  // The types are those made from the contract that the server has, and are not named.
  expect(said.match(/^.* is not what the server says/gm)).toEqual([
    "openapi/openapi.json is not what the server says",
  ]);
  expect(readFileSync(path, "utf8")).toBe(planted);
});
