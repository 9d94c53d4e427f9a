import { customType } from "drizzle-orm/pg-core";

/** timestamptz as milliseconds since the epoch. */
export const timeMs = customType<{ data: number; driverData: string }>({
  dataType: () => "timestamptz",
  fromDriver: (value) => new Date(value).getTime(),
  toDriver: (value) => new Date(value).toISOString(),
});
