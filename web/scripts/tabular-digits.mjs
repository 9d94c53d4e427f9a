/**
 * Limits the feature `tnum` of a TrueType font to the ten digits, in place: Schibsted Grotesk's also widens the
 * marks between them, which leaves gaps in "1,024.5". A font without the feature is returned as it is.
 */
export function keepTabularDigits(font) {
  const table = tablesOf(font);
  if (!table.has("GSUB")) return font;
  const gsub = table.get("GSUB");
  const digits = new Set(digitGlyphs(font, table.get("cmap")));
  for (const lookup of lookupsOf(font, gsub, "tnum")) {
    for (let i = 0; i < font.readUInt16BE(lookup + 4); i++) {
      keepOnly(font, lookup + font.readUInt16BE(lookup + 6 + 2 * i), digits);
    }
  }
  return font;
}

function tablesOf(font) {
  const tables = new Map();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const record = 12 + 16 * i;
    tables.set(font.toString("latin1", record, record + 4), font.readUInt32BE(record + 8));
  }
  return tables;
}

/** Offsets of a feature's lookups (OpenType, GSUB header). */
function lookupsOf(font, gsub, tag) {
  const features = gsub + font.readUInt16BE(gsub + 6);
  const list = gsub + font.readUInt16BE(gsub + 8);
  const found = new Set();
  for (let i = 0; i < font.readUInt16BE(features); i++) {
    const record = features + 2 + 6 * i;
    if (font.toString("latin1", record, record + 4) !== tag) continue;
    const feature = features + font.readUInt16BE(record + 4);
    for (let j = 0; j < font.readUInt16BE(feature + 2); j++)
      found.add(font.readUInt16BE(feature + 4 + 2 * j));
  }
  return [...found].map((index) => list + font.readUInt16BE(list + 2 + 2 * index));
}

/** Single substitution, format 2: a glyph that is not to change is replaced by itself. */
function keepOnly(font, subtable, kept) {
  if (font.readUInt16BE(subtable) !== 2) throw new Error("tnum is no list of single substitutions");
  const covered = coverage(font, subtable + font.readUInt16BE(subtable + 2));
  for (const [index, glyph] of covered.entries()) {
    if (!kept.has(glyph)) font.writeUInt16BE(glyph, subtable + 6 + 2 * index);
  }
}

function coverage(font, at) {
  const count = font.readUInt16BE(at + 2);
  const word = (index) => font.readUInt16BE(at + 4 + 2 * index);
  if (font.readUInt16BE(at) === 1) return Array.from({ length: count }, (_, index) => word(index));
  const glyphs = [];
  for (let i = 0; i < count; i++) {
    for (let glyph = word(3 * i); glyph <= word(3 * i + 1); glyph++) glyphs.push(glyph);
  }
  return glyphs;
}

/** The glyphs of 0 to 9 by the character map's format 4. */
function digitGlyphs(font, cmap) {
  for (let i = 0; i < font.readUInt16BE(cmap + 2); i++) {
    const map = cmap + font.readUInt32BE(cmap + 4 + 8 * i + 4);
    if (font.readUInt16BE(map) !== 4) continue;
    return Array.from({ length: 10 }, (_, digit) => glyphOf(font, map, 0x30 + digit));
  }
  throw new Error("the font has no character map of format 4");
}

function glyphOf(font, map, code) {
  const doubled = font.readUInt16BE(map + 6);
  const ends = map + 14;
  const starts = ends + doubled + 2;
  for (let at = 0; at < doubled; at += 2) {
    if (font.readUInt16BE(ends + at) < code) continue;
    const start = font.readUInt16BE(starts + at);
    const delta = font.readUInt16BE(starts + doubled + at);
    const rangeAt = starts + 2 * doubled + at;
    const range = font.readUInt16BE(rangeAt);
    if (range === 0) return (code + delta) & 0xffff;
    return (font.readUInt16BE(rangeAt + range + 2 * (code - start)) + delta) & 0xffff;
  }
  return 0;
}
