/**
 * A script for the head of a page: once what was sent is painted, it loads the page's code, all files at once. On a slow
 * line styles and fonts come first then, and a page is read sooner. What has come is run file by file, each in a task of
 * its own, so that a slow phone answers its visitor in between. A page in a tab that was never shown waits for that.
 * `preloads` name importers before what they import.
 */
export function startScript(entry: string, preloads: readonly string[]): string {
  const files = [...preloads].reverse();
  return `(${startOncePainted})(${JSON.stringify([...files, entry])}, (file) => import(file))`;
}

/** Runs in the browser. */
function startOncePainted(files: readonly string[], run: (file: string) => Promise<unknown>): void {
  const nonce = document.currentScript?.nonce ?? "";
  const start = async () => {
    for (const href of files) {
      const link = document.createElement("link");
      document.head.append(Object.assign(link, { rel: "modulepreload", href, nonce }));
    }
    for (const file of files) {
      // What fails is said where the page needs it.
      await run(file).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  // A frame's callback runs before it is painted: the next one's after the first was, and a task of its own after that.
  const afterPaint = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => void start())));
  document.addEventListener("DOMContentLoaded", afterPaint);
}
