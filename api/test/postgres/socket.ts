import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** Where the tests of a run ask for the shared server; only our own user can open it. */
export const SOCKET_VARIABLE = "SOTTO_TEST_POSTGRES_SOCKET";

/** Asks vitest's process for the shared server, which starts it if needed; returns the URL of its superuser. */
export async function askForServer(): Promise<string> {
  const path = process.env[SOCKET_VARIABLE];
  if (path === undefined) throw new Error(`${SOCKET_VARIABLE} is not set: run this test with vitest`);
  const answer: { url?: string; error?: string } = JSON.parse(await text(connect(path)));
  if (answer.url === undefined) throw new Error(`the shared PostgreSQL did not start: ${answer.error}`);
  return answer.url;
}
