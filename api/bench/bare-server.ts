import { serve } from "@hono/node-server";
import { Hono } from "hono";

/** The baseline: Hono with two routes and nothing behind them. The parent process says what GET answers. */
process.once("message", ({ answer }: { answer: { body: string; type: string } }) => {
  const app = new Hono();
  app.get("/bare", (context) => context.body(answer.body, 200, { "content-type": answer.type }));
  app.post("/bare", async (context) => context.json(await context.req.json(), 201));
  serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => process.send?.({ port }));
});
