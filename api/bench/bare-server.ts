import { serve } from "@hono/node-server";
import { Hono } from "hono";

/** The baseline: Hono with two routes and nothing behind them. The answer to GET is what the parent process gives. */
process.once("message", ({ answer }: { answer: string }) => {
  const app = new Hono();
  app.get("/bare", (context) =>
    context.body(answer, 200, { "content-type": "application/json; charset=utf-8" }),
  );
  app.post("/bare", async (context) => context.json(await context.req.json(), 201));
  serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => process.send?.({ port }));
});
