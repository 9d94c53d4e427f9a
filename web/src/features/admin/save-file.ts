/** Lets the browser save a text as a file. */
export function saveFile({ name, type, text }: { name: string; type: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The click has begun the download; the browser keeps what it needs of it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
