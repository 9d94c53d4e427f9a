import { customType } from "drizzle-orm/pg-core";
import { decodeJson, encodeJson } from "../core/json";

/** The SQL domain `units` (numeric(78,0) without NaN) as a bigint. */
export const units = customType<{ data: bigint; driverData: string }>({
  dataType: () => "units",
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});

/** jsonb that may hold bigints (core/json). */
export const bigJson = <Value>(name: string) =>
  customType<{ data: Value; driverData: unknown }>({
    dataType: () => "jsonb",
    fromDriver: (value) => decodeJson(value) as Value,
    toDriver: (value) => encodeJson(value),
  })(name);

/** timestamptz as milliseconds since the epoch. */
export const timeMs = customType<{ data: number; driverData: string }>({
  dataType: () => "timestamptz",
  fromDriver: (value) => new Date(value).getTime(),
  toDriver: (value) => new Date(value).toISOString(),
});
