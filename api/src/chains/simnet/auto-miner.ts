import type { Sql } from "postgres";
import type { ChainId } from "../../core/assets";
import type { Clock } from "../../core/ports";
import { mineBlocks } from "./mining";
import { isSimnetChainId } from "./params";

/** Mines a block every `blockMs` on each chain that has work, until stopped. */
export function startAutoMiner(options: { sql: Sql; clock: Clock; blockMs: number }): {
  stop(): Promise<void>;
} {
  let round: Promise<void> | undefined;
  const timer = setInterval(() => {
    // A slow round is not overtaken by the next one.
    round ??= mineWhereNeeded(options)
      // Simnet's database is unavailable for now. Readers of a chain get the error, and the next round tries again.
      .catch(() => {})
      .finally(() => {
        round = undefined;
      });
  }, options.blockMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}

async function mineWhereNeeded({
  sql,
  clock,
  blockMs,
}: {
  sql: Sql;
  clock: Clock;
  blockMs: number;
}): Promise<void> {
  const nowMs = clock.now();
  // Half an interval: of several processes with a miner, one mines in each interval.
  const lastBlockMsMax = nowMs - blockMs / 2;
  const needed = async (query: Sql | Parameters<Parameters<Sql["begin"]>[1]>[0], id?: ChainId) =>
    query<{ id: ChainId }[]>`
      select id from chain join block on block.chain = id and block.height = chain.height
      where (id = ${id ?? null}::text or ${id ?? null}::text is null) and time_ms <= ${Math.floor(lastBlockMsMax)}
        and (rest_height > chain.height
          or exists (select 1 from transaction where transaction.chain = id and transaction.height is null and ready))`;
  for (const { id } of await needed(sql)) {
    if (!isSimnetChainId(id)) continue;
    await sql.begin(async (tx) => {
      await tx`select 1 from chain where id = ${id} for update`;
      if ((await needed(tx, id)).length > 0) await mineBlocks(tx, id, { blocks: 1, nowMs });
    });
  }
}
