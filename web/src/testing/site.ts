import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import type { NetworkMode, SiteSettings } from "../lib/page-state";
import { createFakeApi, type FakeApi } from "./fake-api";

const run = promisify(execFile);

export const NONCE = "dGVzdC1ub25jZQ==";
export const BASE = "http://127.0.0.1:8080";

let folder = "";
let server: typeof import("../entry-server");

/** The folder of the production build that these tests look at. */
export function buildFolder(): string {
  return folder;
}

/** Provides the tests of a file with the pages as they are built for production, in a separate folder. */
export function withBuild(): void {
  beforeAll(async () => {
    const web = join(import.meta.dirname, "..", "..");
    folder = await mkdtemp(join(tmpdir(), "sotto-web-"));
    await run(process.execPath, [join(web, "scripts", "build-stale.mjs")]);
    await cp(join(web, "dist"), folder, { recursive: true });
    server = await import(pathToFileURL(join(folder, "server", "entry-server.js")).href);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
}

/** An operator's settings, as the pages' tests see them. */
export const SETTINGS: SiteSettings = {
  supportEmail: "support@sotto.example",
  supportHandle: "@sotto_help",
  operatorStatement: null,
  botHandle: "sotto_example_bot",
  examples: [],
  analyticsUrl: null,
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
