import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { join } from "node:path";

/** Below the ports that systems hand out by themselves: what another process opens meanwhile takes none of these. */
const PORT_FIRST = 20_000;
const PORTS = 12_000;

/** A port that nothing listened on a moment ago. */
export function freePort(): Promise<number> {
  const port = PORT_FIRST + randomInt(PORTS);
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(freePort()) : reject(error),
    );
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(port)));
  });
}

/** Ends a child process and waits until it is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

/** The emulator of the Bot API. */
export async function startEmulator(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, "telegram-server.mjs"), String(port)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", () => reject(new Error("the emulator did not start")));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => end(child) };
}
