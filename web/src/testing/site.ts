import { execFile } from "node:child_process";
import { cp, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeAll } from "vitest";
import type { NetworkMode, SiteSettings } from "../lib/page-state";
import { createFakeApi, type FakeApi } from "./fake-api";

const run = promisify(execFile);

export const NONCE = "dGVzdC1ub25jZQ==";
export const BASE = "http://127.0.0.1:8080";

type Build = { folder: string; server: typeof import("../entry-server") };

let build: Build | undefined;
let copying: Promise<Build> | undefined;

function builtPages(): Build {
  if (build === undefined) throw new Error("withBuild() is missing, or has not ended yet");
  return build;
}

/** The folder of the production build that these tests look at. */
export const buildFolder = (): string => builtPages().folder;

/** Provides the tests of a file with the pages as they are built for production: a copy for all files of a process. */
export function withBuild(): void {
  beforeAll(async () => {
    copying ??= copyBuild();
    build = await copying;
  });
}

async function copyBuild(): Promise<Build> {
  const web = join(import.meta.dirname, "..", "..");
  // Of this run, which removes it at its end.
  const ofRun = process.env.SOTTO_TEST_FOLDER;
  if (ofRun === undefined) throw new Error("SOTTO_TEST_FOLDER is not set: run this test with vitest");
  const folder = await mkdtemp(join(ofRun, "web-"));
  await run(process.execPath, [join(web, "scripts", "build-stale.mjs")]);
  await cp(join(web, "dist"), folder, { recursive: true });
  return { folder, server: await import(pathToFileURL(join(folder, "server", "entry-server.js")).href) };
}

/** An operator's settings, as the pages' tests see them. */
export const SETTINGS: SiteSettings = {
  supportEmail: "support@sotto.example",
  supportHandle: "@sotto_help",
  operatorStatement: null,
  botHandle: "sotto_example_bot",
  examples: [],
  analyticsUrl: null,
  mixRetentionHours: 24,
  retentionDays: 14,
  paymentWindowSeconds: 1800,
};

/** The built pages over a fake API, with an operator's settings. */
export function site(
  api: FakeApi = createFakeApi(),
  network: NetworkMode = "simnet",
  operator: Partial<SiteSettings> = {},
  publicUrl?: string,
) {
  const { folder, server } = builtPages();
  const handler = server.createWebHandler({
    api: api.handle,
    network,
    site: { ...SETTINGS, ...operator },
    ...(publicUrl === undefined ? {} : { publicUrl }),
    clientDir: join(folder, "client"),
  });
  const context = { nonce: NONCE, clientKey: "visitor-1" };
  const get = (path: string, headers: Record<string, string> = {}) =>
    handler(new Request(BASE + path, { headers }), context);
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    handler(
      new Request(BASE + path, {
        method: "POST",
        body: new URLSearchParams(fields).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded", host: "127.0.0.1:8080", ...headers },
      }),
      context,
    );
  return { get, post };
}

/** Text of the page as a reader sees it. */
export function textOf(html: string): string {
  return html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}
