import { isoOf } from "../../core/instant";
import type { ApiKey } from "../../integrators/api-keys";
import type { ApiKeyWire } from "./schema";

export const apiKeyWire = (key: ApiKey): ApiKeyWire => ({
  id: key.id,
  name: key.name,
  createdBy: key.createdBy,
  createdAt: isoOf(key.createdAt),
  revokedAt: key.revokedAt === null ? null : isoOf(key.revokedAt),
});
