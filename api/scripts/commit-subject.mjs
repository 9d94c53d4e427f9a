import { readFileSync } from "node:fs";
import { subjectProblem } from "./words/subjects.mjs";

/** The hook `commit-msg`: refuses a subject that `git log --oneline` would cut. */
const [file] = process.argv.slice(2);
const problem = subjectProblem(readFileSync(file, "utf8").split("\n", 1)[0] ?? "");
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
}
