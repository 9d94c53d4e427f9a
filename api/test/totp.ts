import { base32 } from "@scure/base";

/** A secret as an authenticator app reads it. */
export const decodeSecret = (text: string): Uint8Array => base32.decode(text);
