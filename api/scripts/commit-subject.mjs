import { readFileSync } from "node:fs";

/** The hook `commit-msg`: refuses a subject that `git log --oneline` would cut. */
const LENGTH_MAX = 72;
const [file] = process.argv.slice(2);
const subject = readFileSync(file, "utf8").split("\n", 1)[0] ?? "";
if (subject.length > LENGTH_MAX) {
  console.error(`The subject has ${subject.length} characters; write at most ${LENGTH_MAX}.`);
  process.exitCode = 1;
}
