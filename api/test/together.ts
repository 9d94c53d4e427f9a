import type { Config } from "../src/config";
import type { AnyLogin } from "../src/db/login-roles";
import type { PeerCall } from "../src/peers/peer";
import type { ProcessParts } from "../src/process-parts";
import type { App } from "../src/routes/app";
import { startAdmin } from "../src/start-admin";
import { startHttp } from "../src/start-http";
import { startSigner } from "../src/start-signer";
import { startWorker } from "../src/start-worker";

/** The service as its four processes compose it, in this one and without sockets; each has its own login all the same. */
export type Together = { app: App; administration: PeerCall; stop(): Promise<void> };

/** Starts all roles in this process, on a database that is up to date. `urlOf` names each role's login. */
export async function startTogether(
  config: Config,
  parts: ProcessParts & { codesRequired?: boolean },
  urlOf: (role: AnyLogin) => string,
): Promise<Together> {
  const as = (role: AnyLogin): Config => ({
    ...config,
    databaseUrl: urlOf(role),
    simnetUrl: urlOf("simnet"),
  });
  const started: { stop(): Promise<void> }[] = [];
  const begun = <Part extends { stop(): Promise<void> }>(part: Part): Part => {
    started.unshift(part);
    return part;
  };
  const stop = async (): Promise<void> => {
    for (const part of started.splice(0)) await part.stop();
  };
  try {
    const { signer } = begun(await startSigner(as("signer"), parts));
    begun(await startWorker(as("worker"), { ...parts, signer }));
    const { administration } = begun(await startAdmin(as("admin"), parts));
    const { app } = begun(await startHttp(as("http"), { ...parts, administration }));
    return { app, administration, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
