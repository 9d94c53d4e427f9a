import type { SottoApi } from "./api";
import type { Messages } from "./catalogues";
import type { PageState } from "./page-state";

/** What the routes' loaders and the pages get from the request or the browser tab that they run in. */
export interface AppContext {
  api: SottoApi;
  messages: Messages;
  page: PageState;
  /** Set by a loader whose page is not a 200; the server answers with it. */
  answer: { status?: number };
}
