/** A change to one file of api/src; `find` must be there exactly once. */
type Patch = { file: string; find: string; replace: string };

/** A bug of the kind that costs money, planted to see whether the simulation notices. */
export type Mutant = {
  name: string;
  story: string;
  /** Of those that are planted on every commit: the world that noticed it when it was last looked for. */
  seed?: number;
  patches: readonly Patch[];
};
