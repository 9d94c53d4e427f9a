import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { type ConnectionOptions, checkServerIdentity } from "node:tls";
import { z } from "zod";

/** The URL of a database that cannot be used as it is. The message says what to change, and nothing of its password. */
export class DatabaseUrlError extends Error {
  override readonly name = "DatabaseUrlError";
}

/** libpq's `sslmode`, of which `allow` is not offered: it prefers a connection that anybody can read. */
const MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"] as const;
type Mode = (typeof MODES)[number];

/** What the URL of a database says of TLS. */
type Wish = {
  mode: Mode;
  /** The file of the certificate authority; `system` for those that Node trusts. */
  rootCertificate: string | undefined;
};

/**
 * Reads `sslmode` and `sslrootcert` of a database's URL, with the meaning that libpq gives them (PostgreSQL's manual,
 * "SSL Mode Descriptions"); without them there is no TLS. Throws DatabaseUrlError.
 */
export function tlsWishOf(url: string): Wish {
  const { searchParams } = new URL(url);
  const others = [...searchParams.keys()].find((name) => /^ssl/.test(name) && !OURS.has(name));
  if (others !== undefined)
    throw new DatabaseUrlError(`${others} is not supported: use sslmode and sslrootcert`);
  const root = searchParams.get("sslrootcert") ?? undefined;
  const given = searchParams.get("sslmode") ?? (root === SYSTEM ? "verify-full" : "disable");
  const mode = MODES.find((known) => known === given);
  if (mode === undefined) throw new DatabaseUrlError(`sslmode must be one of ${MODES.join(", ")}`);
  requireFitting(mode, root);
  return { mode, rootCertificate: root };
}

const OURS = new Set(["sslmode", "sslrootcert", "host"]);
const SYSTEM = "system";

function requireFitting(mode: Mode, root: string | undefined): void {
  const checks = mode === "verify-ca" || mode === "verify-full";
  if (root === undefined) {
    if (checks)
      throw new DatabaseUrlError(`sslmode=${mode} needs sslrootcert, the file of the certificate authority`);
    return;
  }
  if (mode === "disable" || mode === "prefer")
    throw new DatabaseUrlError("sslrootcert is used with sslmode=require, verify-ca or verify-full only");
  if (root === SYSTEM && mode !== "verify-full")
    throw new DatabaseUrlError("sslrootcert=system needs sslmode=verify-full");
  // Processes work in different folders.
  if (root !== SYSTEM && !isAbsolute(root))
    throw new DatabaseUrlError("sslrootcert must be a whole path, which begins with /");
}

/** A setting that is the URL of a database. */
export const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, abort: true }).superRefine((url, context) => {
  try {
    tlsWishOf(url);
    socketOf(new URL(url));
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error;
    context.addIssue(error.message);
  }
});

/** The file of the certificate authority that a URL names, if it names one. Throws DatabaseUrlError. */
export function rootCertificateOf(url: string): string | undefined {
  const { rootCertificate } = tlsWishOf(url);
  return rootCertificate === SYSTEM ? undefined : rootCertificate;
}

type Tls = false | "prefer" | "require" | ConnectionOptions;

/**
 * What the driver needs of a URL: the URL without what the driver would pass to the server, TLS as Node has it, and the
 * socket that `host` names, on which there is no TLS. Throws DatabaseUrlError, also where the certificate authority cannot
 * be read.
 */
export function connectionOf(url: string): { url: string; ssl: Tls; path?: string } {
  const { mode, rootCertificate } = tlsWishOf(url);
  const bare = new URL(url);
  const path = socketOf(bare);
  for (const name of OURS) bare.searchParams.delete(name);
  if (path !== undefined) return { url: bare.toString(), ssl: false, path };
  const host = bare.hostname.replace(/^\[(.*)\]$/, "$1");
  return { url: bare.toString(), ssl: optionsOf(mode, rootCertificate, host) };
}

/** The server's Unix socket, where the URL names its folder as libpq has it (`host=/run/postgresql`). */
function socketOf({ searchParams, port }: URL): string | undefined {
  const folder = searchParams.get("host");
  if (folder === null) return undefined;
  if (!isAbsolute(folder))
    throw new DatabaseUrlError("host must be the folder of a Unix socket, which begins with /");
  return join(folder, `.s.PGSQL.${port || "5432"}`);
}

function optionsOf(mode: Mode, root: string | undefined, host: string): Tls {
  if (mode === "disable") return false;
  if (root === undefined) return mode === "prefer" ? "prefer" : "require";
  return {
    rejectUnauthorized: true,
    ...(root === SYSTEM ? {} : { ca: readRoot(root) }),
    // Node would compare with "localhost" where the URL has an IP address. With a root, `require` means `verify-ca`.
    checkServerIdentity: (_name, certificate) =>
      mode === "verify-full" ? checkServerIdentity(host, certificate) : undefined,
  };
}

function readRoot(file: string): string {
  const text = read(file);
  if (!text.includes("-----BEGIN CERTIFICATE-----"))
    throw new DatabaseUrlError(`sslrootcert: ${file} has no certificate in PEM format`);
  return text;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new DatabaseUrlError(
      isMissing
        ? `sslrootcert: there is no file ${file}`
        : `sslrootcert: ${file} cannot be read by the user of this process (uid ${process.getuid?.() ?? "?"})`,
    );
  }
}

/** What failed in securing a connection to the database, in words; undefined where that is not what failed. */
export function tlsFault(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
    if (code === "TLS_NOT_OFFERED") return "The database server does not offer TLS, which sslmode demands.";
    if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
      return "The database server's certificate is not for the host that the URL names (sslmode=verify-full).";
    if (CERTIFICATE_CODES.test(code))
      return `The database server's certificate is refused: ${cause.message}. Is sslrootcert the authority that issued it?`;
    if (/^(ERR_SSL_|EPROTO$)/.test(code)) return `TLS with the database server fails: ${code}.`;
  }
  return undefined;
}

/** OpenSSL's reasons not to believe a certificate, as Node names them (Node's manual, "X509 certificate error codes"). */
const CERTIFICATE_CODES =
  /^(UNABLE_TO_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_CERT_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH)/;
