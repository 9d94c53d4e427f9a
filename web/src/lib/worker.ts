/** The part of Trusted Types that is used here; TypeScript's own DOM types lack it. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => unknown };
}

/**
 * Registers the service worker, which provides the offline page. The CSP allows one policy of this name, and a policy
 * can be created only once: later code cannot create another, and this one allows only our address.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  try {
    // Without a worker everything works but the offline page: private windows refuse one.
    navigator.serviceWorker.register(workerAddress()).catch(() => {});
  } catch {
    // The policy was there already, or a proxy's own CSP refused it: no worker then.
  }
}

function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("sotto-worker", { createScriptURL: () => "/sw.js" });
  return (policy?.createScriptURL("") ?? "/sw.js") as string;
}
