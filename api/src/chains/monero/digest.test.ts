import { expect, it } from "vitest";
import { digestAuthorization, digestChallenge } from "./digest";

/** The example of RFC 7616, section 3.9.1. */
const EXAMPLE = {
  realm: "http-auth@example.org",
  nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
  login: { user: "Mufasa", password: "Circle of Life" },
  request: {
    method: "GET",
    path: "/dir/index.html",
    count: 1,
    clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
  },
};

it("answers a challenge as RFC 7616 shows", () => {
  const { realm, nonce, login, request } = EXAMPLE;
  const header = digestAuthorization(login, { realm, nonce }, request);
  expect(header).toContain('response="8ca523f5e9506fed4657c9700eebdbec"');
  expect(header).toContain("nc=00000001");
  expect(digestAuthorization(login, { realm, nonce }, { ...request, count: 2 })).not.toBe(header);
});

it("takes the challenge of MD5 among those of Monero's programs, and none of another kind", () => {
  const challenge = (algorithm: string) =>
    `Digest qop="auth",algorithm=${algorithm},realm="monero-rpc",nonce="a/b=="`;
  const wanted = { realm: "monero-rpc", nonce: "a/b==" };
  expect(digestChallenge([challenge("MD5-sess"), challenge("MD5")])).toEqual(wanted);
  expect(digestChallenge([challenge("MD5-sess"), 'Basic realm="monero-rpc"'])).toBeUndefined();
  expect(digestChallenge([])).toBeUndefined();
});
