import { join } from "node:path";
import { type Embedded, startEmbedded } from "../src/db/embedded";
import { readLoginFiles } from "../src/login-files";
import { cpuMsOf, cpuMsOfServer, cpuMsOfUser, hasProcesses, processesOf } from "./cpu";
import { type Served, startServer } from "./processes";

/** A PostgreSQL of its own and the server on it. */
export type Service = {
  postgres: Embedded;
  /** The server, started where it does not run. */
  running(): Promise<Served>;
  /** Ends the server, so that only the benchmark works on its database. */
  stopped(): Promise<void>;
  /** The login that the server has made for its worker. */
  workerUrl(): string;
  /** Processor time so far of PostgreSQL for the connections of `http`, by process. */
  httpCpuMs(): ReadonlyMap<number, number>;
  /** Processor time so far of PostgreSQL and of the server, where it runs; undefined where there is no /proc. */
  cpuMs(): number | undefined;
  close(): Promise<void>;
};

/** Starts a PostgreSQL in a folder; the server is started when a row asks for it. */
export async function openService(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const postgres = await startEmbedded({ dataDir: databaseFolder(folder), log: () => {} });
  const dataDir = join(folder, "server");
  let server: Served | undefined;
  const stopped = async (): Promise<void> => {
    await server?.stop();
    server = undefined;
  };
  const loginOf = (process: "http" | "worker"): string => {
    const url = readLoginFiles(dataDir)?.[process];
    if (url === undefined) throw new Error(`the server has kept no login of ${process}`);
    return url;
  };
  return {
    postgres,
    async running() {
      server ??= await startServer({ ...environment, DATABASE_URL: postgres.url, DATA_DIR: dataDir });
      return server;
    },
    stopped,
    workerUrl: () => loginOf("worker"),
    httpCpuMs: () => cpuMsOfUser(postgres.where, new URL(loginOf("http")).username),
    cpuMs() {
      if (!hasProcesses()) return undefined;
      const processes = server === undefined ? [] : processesOf(server.pid);
      return processes.reduce((ms, { pid }) => ms + cpuMsOf(pid), cpuMsOfServer(postgres.where));
    },
    async close() {
      await stopped();
      await postgres.stop();
    },
  };
}

/** Where the PostgreSQL of a service lies. */
export const databaseFolder = (folder: string): string => join(folder, "database");
