import { setup } from "./postgres/setup";
import { startSotto } from "./running-sotto";

/**
 * For checks in a browser: the whole server on simnet, where what moves money needs a one-time code, as on networks where
 * coins have value. Prints its address and its administrator as a line of JSON; ends with its input.
 */
const end = await setup();
const { base, admin, stop } = await startSotto({}, undefined, undefined, true);
process.stdout.write(`${JSON.stringify({ base, admin })}\n`);
process.stdin.resume().once("end", () => {
  void stop()
    .then(() => end?.())
    .finally(() => process.exit());
});
