import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";

/** A certificate authority's file, and the key and certificate that it has issued to a server. */
export type Certificates = { root: string; key: string; certificate: string };

const DAYS = "2";

/** Makes an authority of its own and a certificate for one host name, in a folder that is there, with openssl. */
export function makeCertificates(folder: string, host: string): Certificates {
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl(
    ...["req", "-x509", ...curve, "-days", DAYS, "-subj", "/CN=authority of a test"],
    ...["-addext", "basicConstraints=critical,CA:TRUE", "-keyout", "ca.key", "-out", "ca.pem"],
  );
  openssl(
    ...["req", "-x509", "-CA", "ca.pem", "-CAkey", "ca.key", ...curve, "-days", DAYS, "-subj", `/CN=${host}`],
    ...["-addext", "basicConstraints=critical,CA:FALSE", "-addext", `subjectAltName=DNS:${host}`],
    ...["-keyout", "server.key", "-out", "server.pem"],
  );
  chmodSync(join(folder, "ca.pem"), 0o644);
  return {
    root: join(folder, "ca.pem"),
    key: join(folder, "server.key"),
    certificate: join(folder, "server.pem"),
  };
}
