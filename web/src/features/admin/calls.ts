import { type AdminSession, type components, createSottoClient, type SottoClient } from "@sotto/openapi";
import type { ApiResult, Approval } from "../../lib/api";
import { settle } from "../../lib/api-calls";
import { LANGUAGE_RECORDS, type Language } from "../../lib/languages";
import { storedDevice } from "./token";
import type { Account } from "./types";

export interface Credentials {
  username: string;
  password: string;
  /** The six digits or a recovery code; empty where the account has none. */
  totp: string;
}

/** The contract's client with an administrator's token as a Bearer header; only a browser has one. */
export function adminClient(language: Language, token?: string): SottoClient {
  return createSottoClient({
    baseUrl: location.origin,
    fetch: (request) => fetch(request),
    headers: {
      "accept-language": LANGUAGE_RECORDS[language].tag,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
}

/** Asks for a token; every failure of the credentials answers 401. */
export function logIn(language: Language, credentials: Credentials): Promise<ApiResult<AdminSession>> {
  const { username, password, totp } = credentials;
  const deviceToken = storedDevice();
  const body = {
    ...{ username, password },
    ...(totp === "" ? {} : { totp }),
    ...(deviceToken === null ? {} : { deviceToken }),
  };
  return settle(adminClient(language).POST("/api/admin/login", { body }));
}

/** The token's account; null when the token is not valid, or when the service did not respond. */
export async function ownerOf(language: Language, token: string): Promise<Account | null> {
  const result = await settle(adminClient(language, token).POST("/api/admin/verify"));
  if (!result.ok || !result.value.valid) return null;
  const { username, role, totp, mustChangePassword } = result.value;
  return { username, role, totp, mustChangePassword };
}

type Listed = components["schemas"]["AuthorizationBody"]["operations"][number];
/** The header of a call that a one-time code has approved. */
export type Proof = { "Sotto-Authorization"?: string };

/** Approves one operation by a one-time code. */
export async function approveBy(
  client: SottoClient,
  code: string,
  { operation, subject }: Approval,
): Promise<ApiResult<Proof>> {
  // The service names one of its own operations.
  const listed = { operation: operation as Listed["operation"], subjects: [subject] };
  const given = await settle(
    client.POST("/api/admin/authorizations", { body: { operations: [listed], code } }),
  );
  return given.ok ? { ok: true, value: { "Sotto-Authorization": given.value.authorization } } : given;
}
