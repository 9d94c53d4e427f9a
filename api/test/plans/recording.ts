import type postgres from "postgres";

type Postgres = typeof postgres;

/** What the logins of the service sent, by database: each text once. */
const sent = new Map<string, Set<string>>();

/** The driver as it is, which also notes every statement that a login of the service sends. */
export function recording(driver: Postgres): Postgres {
  const recorded = (url: string, options: postgres.Options<never>) =>
    driver(url, { ...options, debug: (_connection, text) => note(url, text) });
  return Object.assign(recorded, driver) as unknown as Postgres;
}

const LOGIN = /_(?:http|admin|worker|signer)$/;

function note(url: string, text: string): void {
  const { username, pathname } = new URL(url);
  if (!LOGIN.test(username)) return;
  const texts = sent.get(pathname) ?? new Set();
  texts.add(text);
  sent.set(pathname, texts);
}

/** The statements that the logins of the service have sent to this database so far. */
export const sentTo = (databaseUrl: string): string[] => [...(sent.get(new URL(databaseUrl).pathname) ?? [])];
