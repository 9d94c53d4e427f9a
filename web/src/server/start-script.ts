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
  // The browser says when something was painted; one that does not is given a second after two frames.
  const afterPaint = () => {
    let isOver = false;
    const once = () => {
      if (!isOver) void start();
      isOver = true;
    };
    // First: whatever becomes of the observer, the page comes alive.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(once, 1_000)));
    new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) once();
    }).observe({ type: "paint", buffered: true });
  };
  document.addEventListener("DOMContentLoaded", afterPaint);
}
