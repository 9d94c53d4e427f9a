import { expect, test } from "vitest";
import { triedAgain } from "./tried-again";

const FILE = "https://sotto.example/assets/footer-abc.js";

test("a module that could not be loaded is asked for under another address, each time", async () => {
  let isThere = false;
  const asked: string[] = [];
  const load = triedAgain(
    () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${FILE}`)),
    async (address) => {
      asked.push(address);
      if (!isThere) throw new TypeError("not there yet");
      return "footer";
    },
  );
  await expect(load()).rejects.toThrow(FILE);
  await expect(load()).rejects.toThrow("not there yet");
  isThere = true;
  expect(await load()).toBe("footer");
  expect(asked).toEqual([`${FILE}?again=1`, `${FILE}?again=2`]);
});

test("where the browser names no address, the same import is tried again", async () => {
  let tries = 0;
  const load = triedAgain(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError("Importing a module script failed.");
    return tries;
  });
  await expect(load()).rejects.toThrow();
  expect(await load()).toBe(2);
});
