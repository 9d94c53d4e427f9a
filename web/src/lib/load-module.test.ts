import { expect, test } from "vitest";
import { loadModule } from "./load-module";

const FILE = "https://sotto.example/assets/footer-abc.js";
const refused = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${FILE}`));

test("a module that could not be loaded is asked for under another address, a new one each time", async () => {
  let isThere = false;
  const asked: string[] = [];
  const loadFrom = async (address: string) => {
    asked.push(address);
    if (!isThere) throw new TypeError(`Failed to fetch dynamically imported module: ${address}`);
    return "footer";
  };
  const again = /^https:\/\/sotto\.example\/assets\/footer-abc\.js\?again=\d+$/;
  await expect(loadModule(refused, loadFrom)).rejects.toThrow(/footer-abc\.js$/);
  isThere = true;
  expect(await loadModule(refused, loadFrom)).toBe("footer");
  expect(asked).toEqual([expect.stringMatching(again), expect.stringMatching(again)]);
  expect(new Set(asked).size).toBe(2);
});

test("what is there is not asked for twice, nor what fails without an address", async () => {
  const never = () => Promise.reject(new Error("was asked for again"));
  expect(await loadModule(async () => "footer", never)).toBe("footer");
  const nameless = () => Promise.reject(new TypeError("Importing a module script failed."));
  await expect(loadModule(nameless, never)).rejects.toThrow("Importing a module script failed.");
});
