import type { Plugin } from "vite";

export function compileMessages(tree: unknown): unknown;
export function messagesPlugin(): Plugin;
export function pagesPlugin(): Plugin;
