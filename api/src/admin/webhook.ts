const ANSWER_MS_MAX = 10_000;

/**
 * Posts JSON to an operator's address, whose user name and password become a Basic header. Throws with what went wrong in a
 * word that holds nothing of the address.
 */
export async function postWebhook(address: string, body: object): Promise<void> {
  const url = new URL(address);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(username !== "" && { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
    },
    body: JSON.stringify(body),
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  }).catch((error: unknown) => {
    throw new Error(codeOf(error));
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`status ${response.status}`);
}

/** The system's code of a connection that failed, such as ECONNREFUSED; its message has the address. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code: unknown = typeof cause === "object" && cause !== null ? Reflect.get(cause, "code") : undefined;
  if (typeof code === "string") return code;
  return error instanceof Error && error.name === "TimeoutError" ? "no answer in time" : "no connection";
}
