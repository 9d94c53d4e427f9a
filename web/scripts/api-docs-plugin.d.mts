import type { Plugin } from "vite";
import type { ApiDocs } from "../src/features/api-docs/contract";

export function apiDocsOf(contract: unknown): ApiDocs;
export function apiDocsPlugin(): Plugin;
