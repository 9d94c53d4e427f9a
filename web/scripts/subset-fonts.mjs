import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { keepTabularDigits } from "./tabular-digits.mjs";

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL("../src/fonts", import.meta.url));

const range = (from, to) => String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸ‘’‚“”„‹›–—…−•€™↑↓\u2009\u202f`;
const CODE = `${range(0x30, 0x39)}${range(0x41, 0x5a)}${range(0x61, 0x7a)} :…_-/?.`;

/** The faces of the pages: where each comes from, the characters it keeps, and its layout features and weights. */
const FACES = [
  {
    name: "hedvig-letters-serif",
    source: "@fontsource/hedvig-letters-serif/files/hedvig-letters-serif-latin-400-normal.woff2",
    text: LATIN,
    options: { keepFeatures: ["kern", "liga", "mark", "ccmp"] },
  },
  {
    name: "schibsted-grotesk",
    source: "@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2",
    text: LATIN,
    options: { keepFeatures: ["kern", "tnum"], variationAxes: { wght: { min: 400, max: 600 } } },
  },
  {
    name: "geist-mono",
    source: "@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
    text: CODE,
    options: { keepFeatures: [], variationAxes: { wght: { min: 400, max: 700 } } },
  },
];

/** Cuts the fonts of the pages out of the packages they come from; returns each file's name and bytes. */
export async function subsetFonts() {
  const files = [];
  for (const { name, source, text, options } of FACES) {
    const whole = await readFile(require.resolve(source));
    const small = await subsetFont(whole, text, { ...options, noHinting: true, targetFormat: "truetype" });
    const packed = await subsetFont(keepTabularDigits(small), undefined, {
      ...options,
      variationAxes: undefined,
      keepAllGlyphs: true,
      noHinting: true,
      targetFormat: "woff2",
    });
    files.push({ file: `${name}.woff2`, bytes: packed });
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(folder, { recursive: true });
  for (const { file, bytes } of await subsetFonts()) {
    await writeFile(join(folder, file), bytes);
    console.log(`${file}: ${bytes.length} bytes`);
  }
}
