export function subsetFonts(): Promise<{ file: string; bytes: Buffer }[]>;
