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

const DEVICE_KEY = "sotto-admin-device";

/** What the last login of this browser left: it opens nothing, but its logins have a queue of their own. */
export function storedDevice(): string | null {
  try {
    return localStorage.getItem(DEVICE_KEY);
  } catch {
    return null;
  }
}

/** Keeps what a login left for the next one; a logout keeps it too. */
export function storeDevice(deviceToken: string): void {
  try {
    localStorage.setItem(DEVICE_KEY, deviceToken);
  } catch {
    // The next login waits with all others then.
  }
}
