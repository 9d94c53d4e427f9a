import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { decodeQR } from "qr/decode.js";
import { describe, expect, test } from "vitest";
import { apiDocsOf } from "../../scripts/api-docs-plugin.mjs";
import { BASE, site, textOf, withBuild } from "../testing/site";

withBuild();

interface Operation {
  operationId: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: object[];
  requestBody?: { content: Record<string, { example: unknown }> };
}
interface Contract {
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, object>; examples: Record<string, object> };
}

const contractFile = fileURLToPath(import.meta.resolve("@sotto/openapi/openapi.json"));
const contractText = await readFile(contractFile, "utf8");

/** A fresh copy of the contract, for a test to change. */
function contract(): Contract {
  return JSON.parse(contractText);
}

function operation(of: Contract, id: string): Operation {
  const found = Object.values(of.paths)
    .flatMap((item) => Object.values(item))
    .find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

const CLOSED = ["admin", "loans", "simnet"];
const isPublic = ({ tags }: Operation) => !tags.some((tag) => CLOSED.includes(tag));

const openOf = (of: Contract) => apiDocsOf(of).groups.flatMap(({ operations }) => operations);
const operationsOf = (of: Contract) => [...openOf(of), ...apiDocsOf(of).v1.operations];

describe("the contract, distilled", () => {
  test("holds every public operation once, and no other", () => {
    const wanted = Object.values(contract().paths)
      .flatMap((item) => Object.values(item))
      .filter(isPublic)
      .map(({ operationId }) => operationId);
    expect(wanted.length).toBeGreaterThan(20);
    expect(
      operationsOf(contract())
        .map(({ id }) => id)
        .sort(),
    ).toEqual(wanted.sort());
  });

  test("follows the contract: a new operation, parameter and body field appear", () => {
    const changed = contract();
    const found = operation(changed, "listReserves");
    found.parameters = [
      {
        name: "asOf",
        in: "query",
        required: true,
        description: "When.",
        schema: { type: "string", enum: ["now", "then"], example: "now" },
      },
    ];
    changed.paths["/api/invented"] = { get: { ...found, operationId: "readInvented" } };
    const invented = operationsOf(changed).find(({ id }) => id === "readInvented");
    expect(invented).toMatchObject({ path: "/invented", method: "GET" });
    expect(invented?.parameters).toEqual([
      {
        name: "asOf",
        place: "query",
        required: true,
        type: "now | then",
        description: "When.",
        example: "now",
      },
    ]);
  });

  test("tells required from optional fields, and names what lies inside of an object", () => {
    const fields = operationsOf(contract()).find(({ id }) => id === "createExchange")?.body?.fields ?? [];
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    expect(required).toEqual(["sendCurrency", "receiveCurrency", "sendAmount"]);
    expect(fields.map(({ name }) => name)).toContain("privacySettings.mixingRounds");
    expect(fields.find(({ name }) => name === "mismatch.less")?.type).toBe("exchange | refund");
  });

  test("lists no operation of administrators", () => {
    const paths = [...apiDocsOf(contract()).groups.flatMap(({ operations }) => operations)].map(
      ({ path }) => path,
    );
    expect(paths.filter((path) => path.includes("admin"))).toEqual([]);
    expect(apiDocsOf(contract()).objects.map(({ name }) => name)).not.toContain("Loan");
  });
});

describe("the third-party base, distilled", () => {
  test("keeps the third-party base apart: its operations, the key they need, their envelope", () => {
    const { v1, keys, examples } = apiDocsOf(contract());
    expect(v1.prefix).toBe("/api/v1");
    expect(v1.operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /address/validate",
      "POST /calculate",
      "GET /currencies",
      "GET /exchange-rate/{from}/{to}",
      "POST /exchanges",
      "GET /exchanges/{id}",
      "DELETE /exchanges/{id}",
      "POST /exchanges/{id}/cancel",
      "POST /exchanges/{id}/decision",
      "GET /exchanges/{id}/events",
      "GET /exchanges/{id}/payment",
      "POST /exchanges/{id}/refund-address",
    ]);
    expect(keys.map(({ name, place }) => `${place} ${name}`)).toEqual(["header X-API-Key"]);
    for (const { id, keys: needed, answer } of v1.operations) {
      expect(needed, id).toEqual(["apiKey"]);
      expect(answer.status, id).toBe(200);
      if (answer.type === "application/json")
        expect(examples[answer.example ?? -1], id).toMatchObject({ success: true });
    }
    expect([...new Set(v1.operations.map(({ answer }) => answer.object))]).toEqual([
      "AddressValidation",
      "Calculation",
      "Currency",
      "PairRate",
      "Order",
      "DeletionNote",
      null,
      "Payment",
    ]);
    expect(openOf(contract()).filter(({ keys: needed }) => needed.length > 0)).toEqual([]);
  });

  test("tells each refusal of the third-party base by status and code", () => {
    const { v1, examples } = apiDocsOf(contract());
    const create = v1.operations.find(({ id }) => id === "v1CreateExchange");
    const codes = new Map(create?.refusals.map((refusal) => [refusal.status, refusal.codes]));
    expect(codes.get(401)).toEqual(["auth/api-key"]);
    expect(codes.get(400)).toContain("amount/min");
    expect(codes.get(422)).toEqual(["idempotency/mismatch"]);
    for (const status of [400, 401, 404, 500]) expect(v1.statuses).toContain(status);
    expect(examples[v1.failureExample]).toMatchObject({
      success: false,
      error: { code: "address/characters", type: "/problems/address/characters", errors: [] },
    });
  });
});

describe("samples and examples, distilled", () => {
  test("the samples send the contract's own examples, and stop the build when their operations go", () => {
    const samples = apiDocsOf(contract()).samples;
    expect(samples.map(({ id }) => id)).toEqual(["javascript", "python", "curl"]);
    const [content] = Object.values(operation(contract(), "v1CreateExchange").requestBody?.content ?? {});
    const example = JSON.stringify(content?.example).replace(/\s/g, "");
    expect(example.length).toBeGreaterThan(20);
    for (const { id: language, code } of samples) {
      expect(code.replace(/\s/g, ""), language).toContain(example);
      expect(code, language).toContain("X-API-Key");
      expect(code, language).toContain("/exchange-rate/BTC/USDT-TRC20");
    }
    const changed = contract();
    operation(changed, "v1CreateExchange").operationId = "placeExchange";
    expect(() => apiDocsOf(changed)).toThrow("v1CreateExchange");
  });

  test("a code without an example in the contract stops the build", () => {
    const changed = contract();
    delete changed.components.examples["pair.same"];
    expect(() => apiDocsOf(changed)).toThrow("pair/same");
  });
});

describe("the API's page", () => {
  const unescaped = (html: string) =>
    html
      .replace(/<\/?(?:span|code|pre)\b[^>]*>/g, "")
      .replaceAll("&quot;", '"')
      .replaceAll("&#x27;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");

  test("shows every public operation, every code, and the samples for the origin that was asked", async () => {
    const html = await (await site().get("/en/api-docs")).text();
    const docs = apiDocsOf(contract());
    for (const { operations } of [...docs.groups, docs.v1])
      for (const { id, summary } of operations) {
        expect(html, id).toContain(`id="${id}"`);
        expect(textOf(html)).toContain(summary.replaceAll("'", "&#x27;"));
      }
    for (const { code } of docs.problems) expect(html).toContain(`>${code}</b>`);
    const text = unescaped(html);
    for (const { id, code } of docs.samples)
      expect(text, id).toContain(code.replaceAll(docs.baseMark, `${BASE}/api/v1`).trimEnd());
    expect(html).not.toContain(docs.baseMark);
    expect(html).not.toContain("/admin/login");
    expect(html).not.toContain("loan-orders");
    expect(textOf(html)).toContain(`${BASE}/api/v1`);
    expect(textOf(html)).toContain("X-API-Key");
    expect(html).toContain('href="mailto:support@sotto.example"');
  });

  test("shows the trial's commands on simnet only, for the origin that was asked", async () => {
    const docs = apiDocsOf(contract());
    const text = unescaped(await (await site().get("/en/api-docs")).text());
    expect(docs.tryIt.map(({ id }) => id)).toEqual(["key", "create", "repeat", "pay", "follow", "read"]);
    for (const { id, code } of docs.tryIt)
      expect(text, id).toContain(code.replaceAll(docs.originMark, BASE).trimEnd());
    expect(text).not.toContain(docs.originMark);
    const real = await (await site(undefined, "mainnet").get("/en/api-docs")).text();
    expect(real).not.toContain("/api/simnet/pay");
  });

  test("has a row for each limit of its operations, and names the header of a refusal", async () => {
    const html = await (await site().get("/en/api-docs")).text();
    const section = html.slice(html.indexOf('id="limits"'), html.indexOf('id="errors"'));
    const { limits } = apiDocsOf(contract());
    expect(section.split("<tr>").length - 2).toBe(limits.length);
    for (const { operationIds } of limits)
      for (const id of operationIds) expect(section).toContain(`href="#${id}"`);
    const text = textOf(section);
    expect(text).toContain("Retry-After");
    expect(text).toContain("1,000 successful requests a day");
    expect(text).toContain("1 request in 10 seconds");
    expect(text).toContain("100 unpaid orders at a time");
    expect(text).not.toContain("admin");
  });

  test("names the operator's public address where there is one, and invents no contact", async () => {
    const operator = { supportEmail: null, supportHandle: null };
    const { get } = site(undefined, "mainnet", operator, "https://sotto.example");
    const html = await (await get("/en/api-docs")).text();
    expect(textOf(html)).toContain("https://sotto.example/api/v1");
    expect(html).not.toContain("mailto:");
  });

  test("the contract itself is served as it is", async () => {
    const answer = await site().get("/openapi.json");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.text()).toBe(contractText);
  });
});

describe("the bot's page", () => {
  test("links the configured bot, and its QR code says the same", async () => {
    const html = await (await site().get("/en/telegram")).text();
    const link = "https://t.me/sotto_example_bot";
    expect(html).toContain(`href="${link}" target="_blank" rel="noopener noreferrer"`);
    expect(textOf(html)).toContain("@sotto_example_bot");
    expect(readQr(html)).toBe(link);
  });

  test("without a bot it says so and links none, and the steps are still told", async () => {
    const html = await (await site(undefined, "simnet", { botHandle: null }).get("/en/telegram")).text();
    expect(textOf(html)).toContain("This instance runs no bot");
    expect(html).not.toContain("t.me");
    expect(textOf(html)).toContain("Send /start");
  });

  test("shows which of the bot's coins are supported, and USDT as the one on Ethereum", async () => {
    const html = await (await site().get("/en/telegram")).text();
    const coins = html.slice(html.indexOf('id="coins"'), html.indexOf('id="notice"'));
    expect(coins).toContain("/en/exchange?from=USDT-ERC20");
    expect(textOf(coins).match(/Supported(?! coins)/g)).toHaveLength(8);
  });
});

test("the console is not for search engines, and without scripts says that it needs them", async () => {
  const html = await (await site().get("/en/admin")).text();
  expect(html).toContain('name="robots" content="noindex"');
  expect(/<noscript>.*?The console needs JavaScript.*?<\/noscript>/s.test(html)).toBe(true);
  expect(html).not.toContain('name="password"');
});

/** Reads the drawn code as a camera would: eight pixels a module. */
function readQr(html: string): string {
  const [, size = "0", path = ""] =
    /viewBox="0 0 (\d+) \1"[^>]*role="img"[^>]*><path d="([^"]+)"/.exec(html) ?? [];
  const scale = 8;
  const width = Number(size) * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < scale; column += 1) {
        const pixel = (Number(y) * scale + row) * width + Number(x) * scale + column;
        data.fill(0, pixel * 4, pixel * 4 + 3);
      }
  return decodeQR({ width, height: width, data });
}
