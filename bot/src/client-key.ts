import { createHmac } from "node:crypto";

/**
 * Names a chat to the API for its limits without revealing its id: HMAC-SHA256 of the id under the secret that both
 * processes know. Without a secret all chats are one client.
 */
export const clientKeyOf =
  (secret: string | undefined) =>
  (chatId: number): string =>
    secret === undefined ? "" : createHmac("sha256", secret).update(String(chatId)).digest("base64url");
