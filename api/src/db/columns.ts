import { customType } from "drizzle-orm/pg-core";

/** bytea as bytes. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: (value) => Buffer.from(value),
});

/** timestamptz as milliseconds since the epoch. */
export const timeMs = customType<{ data: number; driverData: string }>({
  dataType: () => "timestamptz",
  fromDriver: (value) => new Date(value).getTime(),
  toDriver: (value) => new Date(value).toISOString(),
});
