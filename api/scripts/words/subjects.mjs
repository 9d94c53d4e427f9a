import { spawnSync } from "node:child_process";

const LENGTH_MAX = 72;

/** The committer date, in seconds, of 7618e9de. Older subjects were written before this rule. */
const CHECKED_AFTER_SECONDS = 1_795_349_024;

/** Returns what is wrong with a commit's subject, or undefined. */
export function subjectProblem(subject) {
  return subject.length > LENGTH_MAX
    ? `The subject has ${subject.length} characters; the limit is ${LENGTH_MAX}.`
    : undefined;
}

/**
 * Checks the subjects of the commits that `folder` has since the rule began. The rule begins at a date and not at a
 * commit, because a shallow clone may not have that commit. A folder without a history has nothing to check.
 */
export function checkSubjects(folder) {
  const args = ["-C", folder, "log", "--no-merges", "--format=%ct %h %s"];
  const log = spawnSync("git", args, { encoding: "utf8", maxBuffer: 64 * 2 ** 20 });
  if (log.status !== 0) return { problems: [], checked: "no git history, so no subjects were checked" };
  const commits = log.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => /^(?<seconds>\d+) (?<hash>\w+) (?<subject>.*)$/.exec(line).groups)
    .filter(({ seconds }) => Number(seconds) > CHECKED_AFTER_SECONDS);
  const problems = commits.flatMap(({ hash, subject }) => {
    const problem = subjectProblem(subject);
    return problem === undefined ? [] : [`commit ${hash}: ${problem} ("${subject}")`];
  });
  return { problems, checked: `${commits.length} commit subjects` };
}
