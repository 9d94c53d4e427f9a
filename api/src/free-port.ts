import { createServer } from "node:net";
import type { Config } from "./config";
import { ConfigError } from "./config-error";

/** Throws ConfigError where another program listens there. */
export async function requireFreePort(
  { port, host }: Pick<Config, "port" | "host">,
  setting: "PORT" | "SOTTO_ONION_PORT" = "PORT",
): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", () => reject(new ConfigError(`${setting}: ${port} is in use on ${host}`)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
