import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Hex } from "viem";
import { z } from "zod";

const compiled = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
  contracts: z.record(
    z.string(),
    z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
  ),
});

export type ContractName = "Token" | "TetherStyle" | "Spreader" | "SmartWallet" | "Spoofer" | "OddToken";

const SOURCES = join(import.meta.dirname, "contracts");
const CACHE = join(import.meta.dirname, "../../node_modules/.cache/sotto-contracts");
const require = createRequire(import.meta.url);

/** Creation bytecode of the test contracts, compiled by solc once for each state of their sources. */
export async function contractBytecodes(): Promise<Readonly<Record<ContractName, Hex>>> {
  const sources = Object.fromEntries(
    readdirSync(SOURCES).map((file) => [file, { content: readFileSync(join(SOURCES, file), "utf8") }]),
  );
  const versions = ["solc", "@openzeppelin/contracts"].map((name) => require(`${name}/package.json`).version);
  const key = createHash("sha256").update(JSON.stringify({ sources, versions })).digest("hex").slice(0, 32);
  const cached = join(CACHE, `${key}.json`);
  if (!existsSync(cached)) {
    const output = await compile(sources);
    mkdirSync(CACHE, { recursive: true });
    // Written whole, then renamed: another test file may be compiling at the same time.
    writeFileSync(`${cached}.${process.pid}`, output);
    renameSync(`${cached}.${process.pid}`, cached);
  }
  const { contracts } = compiled.parse(JSON.parse(readFileSync(cached, "utf8")));
  const bytecode = (name: ContractName): Hex => {
    const object = contracts[`${name}.sol`]?.[name]?.evm.bytecode.object;
    if (!object) throw new Error(`no bytecode of ${name}`);
    return `0x${object}`;
  };
  return {
    Token: bytecode("Token"),
    TetherStyle: bytecode("TetherStyle"),
    Spreader: bytecode("Spreader"),
    SmartWallet: bytecode("SmartWallet"),
    Spoofer: bytecode("Spoofer"),
    OddToken: bytecode("OddToken"),
  };
}

async function compile(sources: Record<string, { content: string }>): Promise<string> {
  // Loading the compiler takes a second: only when there is something to compile.
  const { default: solc } = await import("solc");
  const openzeppelin = dirname(require.resolve("@openzeppelin/contracts/package.json"));
  const input = {
    language: "Solidity",
    sources,
    settings: {
      evmVersion: "paris",
      optimizer: { enabled: true },
      outputSelection: { "*": { "*": ["evm.bytecode.object"] } },
    },
  };
  const output: string = solc.compile(JSON.stringify(input), {
    import: (path: string) => ({
      contents: readFileSync(path.replace(/^@openzeppelin\/contracts/, openzeppelin), "utf8"),
    }),
  });
  const failures = (compiled.parse(JSON.parse(output)).errors ?? []).filter(
    ({ severity }) => severity === "error",
  );
  if (failures.length > 0)
    throw new Error(failures.map(({ formattedMessage }) => formattedMessage).join("\n"));
  return output;
}
