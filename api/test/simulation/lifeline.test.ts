import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "../../src/db/client";
import { createLifeline, livingDatabase } from "./lifeline";

test("a process that dozes is stopped before the next UPDATE, also where that is a template", async () => {
  const ran: string[] = [];
  const database = { execute: async () => void ran.push("") } as unknown as Database;
  const life = createLifeline();
  const living = livingDatabase(database, life);
  life.stopBeforeWrite();
  await living.execute(sql`SELECT 1 FROM t WHERE state <> 'UPDATE '`);
  expect(life.isStopped()).toBe(false);
  const stopped = life.stopped();
  const writing = living.execute(sql`
    UPDATE t SET n = ${1}`);
  expect(await Promise.race([stopped.then(() => "stopped"), writing.then(() => "ran")])).toBe("stopped");
  expect(ran).toHaveLength(1);
  life.wake();
  await writing;
  expect(ran).toHaveLength(2);
});
