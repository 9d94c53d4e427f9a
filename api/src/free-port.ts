import { createServer } from "node:net";
import { type Config, ConfigError } from "./config";

/** Throws ConfigError where another program listens there. */
export async function requireFreePort({ port, host }: Pick<Config, "port" | "host">): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", () => reject(new ConfigError(`PORT: ${port} is in use on ${host}`)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
