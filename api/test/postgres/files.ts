import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** The forms in which a value may lie in a file: as text, in either case, in base64 and, where it is written in hex or base64url, its bytes. */
function stored(value: string): Buffer[] {
  const texts = [value, value.toLowerCase(), value.toUpperCase()];
  const bytes = [Buffer.from(value, "utf8"), ...decoded(value)];
  const encoded = bytes.flatMap((one) => [
    one.toString("hex"),
    one.toString("base64").replace(/=+$/, ""),
    one.toString("base64url"),
  ]);
  return [...[...texts, ...encoded].map((text) => Buffer.from(text, "utf8")), ...bytes];
}

function decoded(value: string): Buffer[] {
  const hex = /^(?:0x)?((?:[0-9a-f]{2}){8,})$/i.exec(value)?.[1];
  if (hex !== undefined) return [Buffer.from(hex, "hex")];
  return /^[\w-]{22}$/.test(value) ? [Buffer.from(value, "base64url")] : [];
}

const PAGE_BYTES = 8_192;
const EMPTY = Buffer.alloc(PAGE_BYTES);

/** A file without the empty pages at its end: the log's files are made whole, and most of them is never written. */
function filled(content: Buffer): Buffer {
  let end = content.length;
  while (end >= PAGE_BYTES && content.subarray(end - PAGE_BYTES, end).equals(EMPTY)) end -= PAGE_BYTES;
  return content.subarray(0, end);
}

/** A long value is looked for by its beginning: it may go on in another page. */
const LOOKED_AT = 60;

/** Which of these values the files below a folder hold, in any form: the first file of each, by its path in the folder. */
export async function foundIn(
  folder: string,
  values: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const looked = Object.entries(values).map(([name, value]) => ({
    name,
    forms: stored(value).map((form) => form.subarray(0, LOOKED_AT)),
  }));
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // The server may have removed it meanwhile.
    const content = filled(await readFile(path).catch(() => Buffer.alloc(0)));
    for (const { name, forms } of looked)
      if (!(name in found) && forms.some((form) => content.includes(form)))
        found[name] = relative(folder, path);
  }
  return found;
}
