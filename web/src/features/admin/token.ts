const tokenKey = "sotto-admin-token";

/** The token that an earlier login left in this browser. */
export function storedToken(): string | null {
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}

/** Keeps a token; without storage the login lasts as long as the page. */
export function storeToken(token: string): void {
  try {
    localStorage.setItem(tokenKey, token);
  } catch {
    // The page itself still has it.
  }
}

/** Removes the token. */
export function forgetToken(): void {
  try {
    localStorage.removeItem(tokenKey);
  } catch {
    // Nothing was kept then.
  }
}
