const TOKEN_KEY = "sotto-admin-token";

/** The token that an earlier login left in this browser. */
export function storedToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

/** Keeps a token; without storage the login lasts as long as the page. */
export function storeToken(token: string): void {
  try {
    localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // The page itself still has it.
  }
}

/** Removes the token. */
export function forgetToken(): void {
  try {
    localStorage.removeItem(TOKEN_KEY);
  } catch {
    // Nothing was kept then.
  }
}
