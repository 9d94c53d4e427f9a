import contract from "@sotto/openapi/openapi.json";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../lib/languages";
import { createFakeApi, json, problem } from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

interface Kind {
  code: string;
  status: number;
  v1Status: number;
  title: string;
  message: string;
}

/** Every code that the contract lists, as the API describes it. */
function problemKinds(): Kind[] {
  const { components } = contract as unknown as {
    components: {
      schemas: { ProblemCode: { enum: string[] } };
      examples: Record<string, { value: Omit<Kind, "code" | "v1Status"> }>;
    };
  };
  return components.schemas.ProblemCode.enum.map((code) => {
    const { status, title, message } = components.examples[code.replaceAll("/", ".")]?.value ?? {
      status: 405,
      title: "Unknown method",
      message: "This address doesn't take this method.",
    };
    return { code, status, v1Status: status === 422 ? 400 : status, title, message };
  });
}

describe("the page of a problem code", () => {
  const kinds = problemKinds();
  function problemSite() {
    const api = createFakeApi();
    const handle = async (request: Request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== "/api/problems") return api.handle(request);
      const found = kinds.filter(({ code }) => code === searchParams.get("code"));
      return found.length > 0 ? json(found) : problem(422, "request/invalid", "Please check the fields.");
    };
    return site({ ...api, handle });
  }

  test("is there for every code of the contract, without scripts", async () => {
    const { get } = problemSite();
    expect(kinds.length).toBeGreaterThan(100);
    for (const { code, title, message } of kinds) {
      const page = await get(`/en/problems/${code}`);
      expect([code, page.status]).toEqual([code, 200]);
      const text = textOf(await page.text())
        .replaceAll("&#x27;", "'")
        .replaceAll("&quot;", '"');
      for (const part of [code, title, message]) expect(text).toContain(part);
    }
  });

  test("is reached by the type of a failure, in each language", async () => {
    const { get } = problemSite();
    const led = await get("/problems/amount/min", { "accept-language": "ja" });
    expect([led.status, led.headers.get("location")]).toEqual([307, "/ja/problems/amount/min"]);
    for (const language of LANGUAGES) {
      const page = await get(`/${language}/problems/amount/min`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain("amount/min");
    }
  });

  test("is not there for what is no code", async () => {
    expect((await problemSite().get("/en/problems/amount/nonsense")).status).toBe(404);
  });
});
