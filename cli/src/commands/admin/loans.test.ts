import { expect, test } from "vitest";
import { example } from "../../testing/contract";
import { problem, runSotto, startFakeApi } from "../../testing/fake-api";
import type { Loan, Page } from "../../wire";

test("creating a loan asks again under the same key after a lost answer", async () => {
  const loan = example<Page<Loan>>("GET", "/api/admin/loan-orders").items[0] as Loan;
  const api = await startFakeApi({
    "POST /api/admin/loan-orders": [
      { status: 503, body: problem(503, "service/unavailable", "Soon.") },
      { status: 201, body: loan },
    ],
  });
  const { exitCode } = await runSotto(["admin", "loans", "create", "BTC", "0.5", "60000", "--yes"], {
    apiUrl: api.url,
    environment: { SOTTO_TOKEN: "t" },
  });
  await api.close();
  const keys = api.requests
    .filter(({ method }) => method === "POST")
    .map(({ headers }) => headers["idempotency-key"]);
  expect(exitCode).toBe(0);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});
