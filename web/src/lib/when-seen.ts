/** Calls back after a while, or, where the page is hidden then, when it is looked at again; returns how to stop that. */
export function whenSeen(callback: () => void, afterMs: number): () => void {
  const onChange = () => {
    if (document.hidden) return;
    stop();
    callback();
  };
  const timer = setTimeout(() => {
    document.addEventListener("visibilitychange", onChange);
    onChange();
  }, afterMs);
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
  return stop;
}
