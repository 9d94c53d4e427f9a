import type { ApiKey } from "../../integrators/api-keys";
import type { ApiKeyWire } from "./schema";

export const apiKeyWire = (key: ApiKey): ApiKeyWire => ({
  id: key.id,
  name: key.name,
  createdBy: key.createdBy,
  createdAt: new Date(key.createdAt).toISOString(),
  revokedAt: key.revokedAt === null ? null : new Date(key.revokedAt).toISOString(),
});
