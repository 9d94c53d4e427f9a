import { once } from "node:events";
import { Session } from "node:inspector/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { CpuProfile } from "./cpu-profile";

/** Where a process opens its inspector on SIGUSR1 (https://nodejs.org/api/debugger.html). */
const INSPECTOR = "http://127.0.0.1:9229/json/list";
const TRIES_MAX = 50;
const TRY_MS = 100;
/** Between two samples. */
const INTERVAL_US = 250;

/** Profiles this process while something runs. */
export async function profileOwn(work: () => Promise<unknown>): Promise<CpuProfile> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.setSamplingInterval", { interval: INTERVAL_US });
    await session.post("Profiler.start");
    await work();
    return (await session.post("Profiler.stop")).profile;
  } finally {
    session.disconnect();
  }
}

/** Profiles another process of Node while something runs. Needs the global WebSocket (`--experimental-websocket` in Node 20). */
export async function profileOther(pid: number, work: () => Promise<unknown>): Promise<CpuProfile> {
  process.kill(pid, "SIGUSR1");
  const socket = new WebSocket(await inspectorOf());
  await once(socket, "open");
  let asked = 0;
  const post = async (method: string, params = {}): Promise<{ profile: CpuProfile }> => {
    const id = ++asked;
    const answered = new Promise<{ profile: CpuProfile }>((resolve) => {
      const hear = ({ data }: MessageEvent): void => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener("message", hear);
        resolve(answer.result);
      };
      socket.addEventListener("message", hear);
    });
    socket.send(JSON.stringify({ id, method, params }));
    return answered;
  };
  try {
    await post("Profiler.enable");
    await post("Profiler.setSamplingInterval", { interval: INTERVAL_US });
    await post("Profiler.start");
    await work();
    return (await post("Profiler.stop")).profile;
  } finally {
    socket.close();
  }
}

async function inspectorOf(): Promise<string> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    await sleep(TRY_MS);
    const listed = await fetch(INSPECTOR).then(
      (answer) => answer.json() as Promise<{ webSocketDebuggerUrl: string }[]>,
      () => [],
    );
    const [inspector] = listed;
    if (inspector !== undefined) return inspector.webSocketDebuggerUrl;
  }
  throw new Error("the process has not opened its inspector");
}
