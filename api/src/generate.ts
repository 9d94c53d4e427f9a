import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { contractDocument } from "./routes/contract";

/** Writes the contract to openapi/openapi.json; the typed client's schema.d.ts is made from that file. */
const packageFile = fileURLToPath(new URL("../package.json", import.meta.url));
const contractFile = fileURLToPath(new URL("../../openapi/openapi.json", import.meta.url));
const { version } = JSON.parse(readFileSync(packageFile, "utf8")) as { version: string };
writeFileSync(contractFile, `${JSON.stringify(contractDocument(version), null, 2)}\n`);
