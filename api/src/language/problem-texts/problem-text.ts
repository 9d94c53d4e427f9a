import type { ProblemCode } from "../../core/errors";

/** `figured` is shown instead of `message` when the problem brings every figure that it names in braces. */
export type ProblemText = { title: string; message: string; figured?: string };
export type ProblemTexts = Readonly<Record<ProblemCode, ProblemText>>;
