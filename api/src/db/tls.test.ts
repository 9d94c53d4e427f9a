import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { connectServer } from "./connect";
import { connectionOf, databaseUrl, tlsWishOf } from "./tls";

const at = (query: string): string => `postgres://user:secret@db.example/sotto${query}`;

describe("the URL of a database", () => {
  it.each([
    ["?sslmode=verify", "sslmode must be one of disable, prefer, require, verify-ca, verify-full"],
    ["?sslmode=allow", "sslmode must be one of"],
    ["?sslmode=verify-full", "sslmode=verify-full needs sslrootcert"],
    ["?sslmode=verify-ca", "sslmode=verify-ca needs sslrootcert"],
    ["?sslrootcert=/ca.pem", "sslrootcert is used with sslmode=require, verify-ca or verify-full only"],
    ["?sslmode=prefer&sslrootcert=/ca.pem", "sslrootcert is used with"],
    ["?sslmode=verify-ca&sslrootcert=system", "sslrootcert=system needs sslmode=verify-full"],
    ["?sslmode=verify-full&sslrootcert=ca.pem", "sslrootcert must be a whole path"],
    ["?sslmode=require&sslcert=/c.pem", "sslcert is not supported"],
    ["?ssl=true", "ssl is not supported"],
    ["?host=run/postgresql", "host must be the folder of a Unix socket"],
  ])("is refused as a setting: %s", (query, message) => {
    const { error } = databaseUrl.safeParse(at(query));
    expect(error?.issues[0]?.message).toContain(message);
    expect(error?.message).not.toContain("secret");
  });

  it("asks for what libpq would, and passes the rest to the server", () => {
    expect(connectionOf(at("?application_name=x")).ssl).toBe(false);
    expect(connectionOf(at("?sslmode=disable")).ssl).toBe(false);
    expect(connectionOf(at("?sslmode=prefer")).ssl).toBe("prefer");
    expect(connectionOf(at("?sslmode=require")).ssl).toBe("require");
    expect(tlsWishOf(at("?sslrootcert=system")).mode).toBe("verify-full");
    expect(connectionOf(at("?sslrootcert=system")).ssl).toMatchObject({ rejectUnauthorized: true });
    expect(connectionOf(at("?sslmode=require&application_name=x")).url).toBe(at("?application_name=x"));
  });
});

it("finds the socket in the folder that host names, as libpq does, and asks for no TLS there", () => {
  const url = "postgres://user:secret@localhost:5433/sotto?sslmode=require&host=/run/postgresql";
  expect(connectionOf(url)).toEqual({
    url: "postgres://user:secret@localhost:5433/sotto",
    ssl: false,
    path: "/run/postgresql/.s.PGSQL.5433",
  });
});

it("waits for no server that does not offer TLS, where TLS is asked for", async () => {
  const server = createServer((socket) => socket.once("data", () => socket.write("N")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = `postgres://user:secret@127.0.0.1:${port}/sotto?sslmode=require`;
  await expect(connectServer({ databaseUrl: url, dataDir: "/", log: () => {} })).rejects.toThrow(
    "The database server does not offer TLS",
  );
  server.close();
}, 10_000);
