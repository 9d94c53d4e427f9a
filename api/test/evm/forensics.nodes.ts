import { it } from "vitest";
import { closeDatabase, openDatabase } from "../../src/db/client";
import { startDebianServer, whyNoPostgres15 } from "../postgres/debian";
import { type Cluster, expectForgottenInFiles } from "./forensics";

async function debianCluster(): Promise<Cluster> {
  const server = await startDebianServer();
  const superuser = openDatabase({ url: server.superuserUrl, connectionsMax: 1 });
  await superuser.$client.unsafe("CREATE ROLE plain LOGIN CREATEROLE CREATEDB PASSWORD 'of-a-plain-owner'");
  await superuser.$client.unsafe("CREATE DATABASE exchange OWNER plain");
  await closeDatabase(superuser);
  const as = { database: "exchange", user: "plain", password: "of-a-plain-owner" };
  return {
    url: server.urlOf(as),
    superuserUrl: server.superuserUrl.replace("/postgres?", "/exchange?"),
    folder: server.cluster,
    stop: () => server.stop(),
  };
}

const why = whyNoPostgres15("The forensic test on Debian's PostgreSQL 15");
it.skipIf(why !== undefined)(
  "the files of PostgreSQL 15 hold nothing of a deleted order once the worker has proved it",
  async () => {
    await expectForgottenInFiles(debianCluster(), true);
  },
  400_000,
);
