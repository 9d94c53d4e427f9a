/** What browsers say of a module that they could not load, with its address: Chromium and Firefox do. */
const ADDRESS = /https?:\/\/\S+\.js/;

/**
 * Makes of an import one that can be tried again. A browser may remember that it could not load a module, and then never asks
 * for its address again (Chromium 150): what failed is asked for under another one.
 */
export function triedAgain<Module>(
  load: () => Promise<Module>,
  loadFrom: (address: string) => Promise<Module> = (address) => import(/* @vite-ignore */ address),
): () => Promise<Module> {
  let failed: string | undefined;
  let tries = 0;
  return async () => {
    if (failed !== undefined) return loadFrom(`${failed}?again=${++tries}`);
    try {
      return await load();
    } catch (error) {
      failed = error instanceof Error ? ADDRESS.exec(error.message)?.[0] : undefined;
      throw error;
    }
  };
}
