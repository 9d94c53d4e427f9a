/** What the operator must read in a sentence, and nothing more. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
