import postgres from "postgres";
import { inTurn } from "../measured";
import { engineCpuMs } from "../paid-orders";
import { startBlockNode } from "../processes";
import type { Bench, Row } from "../row";
import { openScanner, type Scanner } from "../scanner";
import { openService, type Service } from "../service";

const FEW = 10_000;
const MANY = 1_000_000;

/** Scanning full blocks beside many watched addresses, against beside few: two databases, in turn. */
export const scan: Row = {
  key: "scan",
  async measure(bench) {
    const { rounds, blocksARound } = bench.form;
    const node = await startBlockNode();
    const opened: Watching[] = [];
    try {
      const many = await openWatching(bench, MANY, node.base);
      opened.push(many);
      const few = await openWatching(bench, FEW, node.base);
      opened.push(few);
      // Both sides scan the same blocks, the first round's are those above the block that both have begun with.
      const scanning = ({ scanner }: Watching) => {
        let height = 0;
        return async () => {
          height += blocksARound;
          await node.growTo(height);
          return { units: blocksARound, perSecond: await scanner.scan(blocksARound) };
        };
      };
      const cpuMs = () => engineCpuMs(many.service);
      const sides = { ours: scanning(many), bare: scanning(few) };
      return [await inTurn({ key: "scan", rounds, warmsUp: true, cpuMs, ...sides })];
    } finally {
      for (const { service, scanner } of opened) {
        await scanner.close();
        await service.close();
      }
      await node.stop();
    }
  },
};

type Watching = { service: Service; scanner: Scanner };

/** A database that watches so many addresses, half of them of orders that are forgotten. */
async function openWatching(bench: Bench, addresses: number, nodeUrl: string): Promise<Watching> {
  const service = await openService(bench.folderOf("scan"));
  try {
    await service.running();
    await service.stopped();
    const sql = postgres(service.postgres.superuserUrlOf("sotto"), { max: 1, onnotice: () => {} });
    try {
      // Their orders are not looked at, and are not made.
      await sql`SET session_replication_role = replica`;
      await sql`
        INSERT INTO addresses (chain, address, index, order_id)
        SELECT 'bitcoin', 'bcrt1q' || md5(i::text), 1000000 + i, 'order-' || i FROM generate_series(1, ${addresses / 2}::int) AS i`;
      await sql`
        INSERT INTO forgotten_addresses (hash, chain, index)
        SELECT encode(sha256(i::text::bytea), 'hex'), 'bitcoin', 3000000 + i FROM generate_series(1, ${addresses / 2}::int) AS i`;
      await sql`DELETE FROM chain_blocks WHERE chain = 'bitcoin'`;
      await sql`DELETE FROM chain_cursors WHERE chain = 'bitcoin'`;
      await sql`ANALYZE addresses, forgotten_addresses`;
    } finally {
      await sql.end();
    }
    return { service, scanner: await openScanner(service.workerUrl(), nodeUrl) };
  } catch (error) {
    await service.close();
    throw error;
  }
}
