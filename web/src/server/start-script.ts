/**
 * A script for the head of a page: once what was sent is painted, it loads the page's code, all files at once. On a slow
 * line styles and fonts come first then, and a page is read sooner. A page in a tab that was never shown waits for that.
 */
export function startScript(entry: string, preloads: readonly string[]): string {
  return `(${startOncePainted})(${JSON.stringify(preloads)}, () => import(${JSON.stringify(entry)}))`;
}

/** Runs in the browser. */
function startOncePainted(files: readonly string[], load: () => Promise<unknown>): void {
  const nonce = document.currentScript?.nonce ?? "";
  const start = () => {
    for (const href of files) {
      const link = document.createElement("link");
      document.head.append(Object.assign(link, { rel: "modulepreload", href, nonce }));
    }
    void load();
  };
  // A frame's callback runs before it is painted, and a task of its own after that.
  const afterPaint = () => requestAnimationFrame(() => setTimeout(start));
  document.addEventListener("DOMContentLoaded", afterPaint);
}
