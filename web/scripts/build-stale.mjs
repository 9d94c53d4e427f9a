import { buildStale } from "../../api/scripts/workspace.mjs";

// For tests of the built pages: many at once share one build.
await buildStale();
