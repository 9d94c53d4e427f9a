/** The address in what browsers say of a module that they could not load: Chromium and Firefox name it. */
const ADDRESS = /https?:\/\/\S+\.js/;
let tries = 0;

/**
 * Carries out an import that may be tried again. A browser may remember that it could not load a module, and then never asks for its
 * address again (Chromium 150 does not), so that what fails is asked for once more under another one. Throws the first failure, which
 * is the same each time.
 */
export async function loadModule<Module>(
  load: () => Promise<Module>,
  loadFrom: (address: string) => Promise<Module> = (address) => import(/* @vite-ignore */ address),
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = error instanceof Error ? ADDRESS.exec(error.message)?.[0] : undefined;
    if (address === undefined) throw error;
    tries += 1;
    return loadFrom(`${address}?again=${tries}`).catch(() => {
      throw error;
    });
  }
}
