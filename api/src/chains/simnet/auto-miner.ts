import type { Sql } from "postgres";
import type { ChainId } from "../../core/assets";
import type { Clock } from "../../core/ports";
import { mineBlocks } from "./mining";
import type { News } from "./news";
import { SIMNET_CHAIN_IDS } from "./params";

/** Where nothing is to be mined, news is waited for; what was lost shows after so long. */
const REST_MS = 60_000;

type MinerParts = { sql: Sql; clock: Clock; blockMs: number };

/** Mines a block every `blockMs` on each chain that has work, until stopped; rests while none has. */
export function startAutoMiner(options: MinerParts & { news: News }): { stop(): Promise<void> } {
  const { blockMs, news } = options;
  const begunMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let isResting = false;
  let hasNews = false;
  let stopped = false;

  /** Blocks come at the same beat whenever the work begins. */
  const toNextBeatMs = (): number => blockMs - ((performance.now() - begunMs) % blockMs);
  function wait(): void {
    if (stopped) return;
    isResting = !hasNews;
    timer = setTimeout(mine, isResting ? REST_MS : toNextBeatMs());
  }
  function mine(): void {
    isResting = false;
    hasNews = false;
    // A slow round is not overtaken by the next one.
    round = mineWhereNeeded(options)
      .then((isWork) => {
        hasNews ||= isWork;
      })
      .catch(() => {
        // Simnet's database is unavailable for now. Readers of a chain get the error, and the next round tries again.
        hasNews = true;
      })
      .finally(wait);
  }
  const unsubscribe = SIMNET_CHAIN_IDS.map((chain) =>
    news.on(chain, () => {
      hasNews = true;
      if (!isResting) return;
      clearTimeout(timer);
      wait();
    }),
  );
  hasNews = true;
  wait();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      for (const end of unsubscribe) end();
      await round;
    },
  };
}

/** Mines a block where one is due; true while a chain has work, due or not. */
async function mineWhereNeeded({ sql, clock, blockMs }: MinerParts): Promise<boolean> {
  const nowMs = clock.now();
  // Half an interval: of several processes with a miner, one mines in each interval.
  const lastBlockMsMax = Math.floor(nowMs - blockMs / 2);
  const atWork = async (query: Sql | Parameters<Parameters<Sql["begin"]>[1]>[0], only?: ChainId) =>
    query<{ id: ChainId; isDue: boolean }[]>`
      select id, time_ms <= ${lastBlockMsMax} as "isDue"
      from chain join block on block.chain = id and block.height = chain.height
      where (id = ${only ?? null}::text or ${only ?? null}::text is null)
        and (rest_height > chain.height
          or exists (select 1 from transaction where transaction.chain = id and transaction.height is null and ready))`;
  const chains = await atWork(sql);
  for (const { id, isDue } of chains) {
    if (!isDue) continue;
    await sql.begin(async (tx) => {
      await tx`select 1 from chain where id = ${id} for update`;
      if ((await atWork(tx, id)).some(({ isDue: isStillDue }) => isStillDue))
        await mineBlocks(tx, id, { blocks: 1, nowMs });
    });
  }
  return chains.length > 0;
}
