/** A DATA_DIR or a machine that the embedded database cannot use; the message is a sentence for the operator. */
export class EmbeddedError extends Error {
  override readonly name = "EmbeddedError";
}
