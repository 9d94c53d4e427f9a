import { customType } from "drizzle-orm/pg-core";
import { isoOf } from "../core/instant";
import { decodeJson, encodeJson } from "../core/json";

/** bytea as bytes. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: (value) => Buffer.from(value),
});

/** timestamptz as milliseconds since the epoch. */
export const timeMs = customType<{ data: number; driverData: string }>({
  dataType: () => "timestamptz",
  fromDriver: (value) => new Date(value).getTime(),
  toDriver: (value) => isoOf(value),
});

/** The domain `units`, an asset's smallest units, as a bigint. */
export const units = customType<{ data: bigint; driverData: string }>({
  dataType: () => "units",
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});

/** Several amounts in smallest units, as a jsonb array of their digits. */
export const unitsList = customType<{ data: readonly bigint[]; driverData: unknown }>({
  dataType: () => "jsonb",
  fromDriver: (value) => (Array.isArray(value) ? value.map((units) => BigInt(String(units))) : []),
  toDriver: (value) => JSON.stringify(value.map(String)),
});

/** jsonb with the bigints of core/json; what is read has no type before its store has parsed it. */
export const jsonWithBigints = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  fromDriver: (value) => decodeJson(value),
  toDriver: (value) => JSON.stringify(encodeJson(value)),
});

/** A bigint that is only a number's name, as its digits: ids and fences. */
export const bigintText = customType<{ data: string; driverData: string }>({ dataType: () => "bigint" });
