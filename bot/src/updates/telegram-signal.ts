import type { Api } from "grammy";

type TelegramSignal = Parameters<Api["getUpdates"]>[1];

/** grammY's types name a polyfill's AbortSignal; at run time it takes the platform's. */
export const telegramSignal = (signal: AbortSignal): TelegramSignal => signal as unknown as TelegramSignal;
