/**
 * Leaves the links of a page to the browser until the page's content is alive: React would throw content away that a
 * navigation reaches before its code. To be called before hydration.
 */
export function leaveEarlyLinks(): void {
  const onClick = (event: MouseEvent): void => {
    if (isContentAlive()) {
      window.removeEventListener("click", onClick, { capture: true });
      return;
    }
    const isLink = event.target instanceof Element && event.target.closest("a[href]") !== null;
    // React listens at the document, below the window.
    if (isLink) event.stopPropagation();
  };
  window.addEventListener("click", onClick, { capture: true });
}

const isContentAlive = (): boolean => {
  const content = document.querySelector("main > *");
  return content !== null && isAlive(content);
};

/** React marks what it has taken over with properties of its own; parts of a page come alive one after the other. */
export const isAlive = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith("__reactProps$"));
