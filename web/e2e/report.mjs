/**
 * Prints the closing line that other programs read, and sets the exit code: 0 when at least one check has passed and
 * none has failed.
 */
export function close({ passed, failed, skipped = 0 }) {
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
