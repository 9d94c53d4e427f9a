import stringWidth from "string-width";

/** How many columns of a terminal a text takes; CJK characters and most emoji take two. */
export const widthOf = (text: string): number => stringWidth(text);

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text cut to a width, with an ellipsis where something was cut. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = "";
  let width = 1;
  for (const { segment } of GRAPHEMES.segment(text)) {
    width += widthOf(segment);
    if (width > columns) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** A text that begins a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A text with spaces up to a width; figures stand to the right. */
export function padTo(text: string, columns: number, side: "left" | "right"): string {
  const spaces = " ".repeat(Math.max(0, columns - widthOf(text)));
  return side === "right" ? spaces + text : text + spaces;
}
