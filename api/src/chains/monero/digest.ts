import { createHash } from "node:crypto";

/** What a server asks a client to prove, in a header `WWW-Authenticate: Digest …`. */
export type DigestChallenge = { realm: string; nonce: string };

export type DigestLogin = { user: string; password: string };

const FIELD = /(\w+)=(?:"([^"]*)"|([^\s,]+))/g;

/** The challenge among these headers that is of MD5 with `auth`, the form that Monero's programs offer first; undefined without one. */
export function digestChallenge(headers: readonly string[]): DigestChallenge | undefined {
  for (const header of headers) {
    if (!/^digest\s/i.test(header)) continue;
    const fields = new Map(
      [...header.matchAll(FIELD)].map(([, name, quoted, bare]) => [name, quoted ?? bare]),
    );
    const [realm, nonce, qop] = [fields.get("realm"), fields.get("nonce"), fields.get("qop") ?? ""];
    const isPlain = (fields.get("algorithm") ?? "MD5").toUpperCase() === "MD5";
    if (isPlain && realm !== undefined && nonce !== undefined && qop.split(",").includes("auth"))
      return { realm, nonce };
  }
  return undefined;
}

/** The header `Authorization` that answers a challenge (RFC 7616 with MD5 and `auth`); `count` is how often its nonce was used. */
export function digestAuthorization(
  login: DigestLogin,
  { realm, nonce }: DigestChallenge,
  request: { method: string; path: string; count: number; clientNonce: string },
): string {
  const { method, path, clientNonce } = request;
  const count = request.count.toString(16).padStart(8, "0");
  const secret = md5(`${login.user}:${realm}:${login.password}`);
  const response = md5(`${secret}:${nonce}:${count}:${clientNonce}:auth:${md5(`${method}:${path}`)}`);
  const quoted = { username: login.user, realm, nonce, uri: path, response, cnonce: clientNonce };
  const fields = Object.entries(quoted).map(([name, value]) => `${name}="${value}"`);
  return `Digest ${[...fields, "algorithm=MD5", "qop=auth", `nc=${count}`].join(", ")}`;
}

/** As the protocol has it; it protects a login on loopback, where an eavesdropper could read the answers as well. */
const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
