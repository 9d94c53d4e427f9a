import type { messages as about } from "../messages/about/en";
import type { messages as admin } from "../messages/admin/en";
import type { messages as adminAccess } from "../messages/admin-access/en";
import type { messages as adminLoans } from "../messages/admin-loans/en";
import type { messages as adminOrders } from "../messages/admin-orders/en";
import type { messages as adminOverview } from "../messages/admin-overview/en";
import type { messages as apiDocs } from "../messages/api-docs/en";
import type { messages as below } from "../messages/below/en";
import type { messages as chart } from "../messages/chart/en";
import type { messages as contact } from "../messages/contact/en";
import type { messages as currencies } from "../messages/currencies/en";
import type { messages as dialogs } from "../messages/dialogs/en";
import type { messages as shared } from "../messages/en";
import type { messages as exchange } from "../messages/exchange/en";
import type { messages as explorer } from "../messages/explorer/en";
import type { messages as faq } from "../messages/faq/en";
import type { messages as mixer } from "../messages/mixer/en";
import type { messages as order } from "../messages/order/en";
import type { messages as privacy } from "../messages/privacy/en";
import type { messages as refresh } from "../messages/refresh/en";
import type { messages as telegram } from "../messages/telegram/en";
import type { messages as terms } from "../messages/terms/en";
import type { messages as track } from "../messages/track/en";
import type { Language } from "./languages";
import { loadModule } from "./load-module";

/**
 * The texts that some pages need and the others do not, in English: one folder of `messages` each. The compiler holds
 * the translations to these by `translationOf`, and `messages.test.ts` asks that each language has its file.
 */
interface PageTexts {
  dialogs: typeof dialogs;
  exchange: typeof exchange;
  explorer: typeof explorer;
  order: typeof order;
  track: typeof track;
  about: typeof about;
  below: typeof below;
  chart: typeof chart;
  faq: typeof faq;
  "api-docs": typeof apiDocs;
  contact: typeof contact;
  privacy: typeof privacy;
  refresh: typeof refresh;
  terms: typeof terms;
  mixer: typeof mixer;
  telegram: typeof telegram;
  admin: typeof admin;
  "admin-access": typeof adminAccess;
  "admin-loans": typeof adminLoans;
  "admin-orders": typeof adminOrders;
  "admin-overview": typeof adminOverview;
  currencies: typeof currencies;
}
export type PageName = keyof PageTexts;

type Union<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (
  whole: infer Whole,
) => void
  ? Whole
  : never;

/** Every text there is; a page has those of all pages and of the ones it loaded. */
export type Messages = typeof shared & Union<PageTexts[PageName]>;

interface Catalogue {
  messages: object;
  /** What loads the pages' own texts in the same language; the build adds it. */
  pages: Partial<Record<PageName, () => Promise<{ messages: object }>>>;
}

/** A loader for each language; the build makes a chunk of each. */
const loaders = import.meta.glob<Catalogue>([
  "../messages/*.ts",
  "!../messages/catalogue.ts",
  "!../messages/*.test.ts",
]);

function load(language: Language): Promise<Catalogue> {
  const loader = loaders[`../messages/${language}.ts`];
  if (loader === undefined) throw new Error(`there is no catalogue messages/${language}.ts`);
  return loadModule(loader);
}

/** Loads the texts that every page needs. */
export async function loadMessages(language: Language): Promise<Messages> {
  // The pages' own texts are added by `addPageMessages` before a page that uses them is shown.
  return { ...(await load(language)).messages } as Messages;
}

interface PageContext {
  messages: Messages;
  page: { language: Language; catalogues: PageName[] };
}

/** Adds the texts of one page; a language brings only what is shown. */
export async function addPageMessages(context: PageContext, name: PageName): Promise<void> {
  await addLaterMessages(context, name);
  if (!context.page.catalogues.includes(name)) context.page.catalogues.push(name);
}

/** Adds the texts of a page that loads itself again: on the server only, because no script does so. */
export async function addRefreshTexts(context: PageContext): Promise<void> {
  if (import.meta.env.SSR) await addLaterMessages(context, "refresh");
}

/** Adds texts that a page brings along as shown: a browser loads them only with the part that shows them. */
export async function addLaterMessages(context: PageContext, name: PageName): Promise<void> {
  const { pages } = await load(context.page.language);
  const page = pages[name];
  if (page === undefined)
    throw new Error(`there is no catalogue messages/${name}/${context.page.language}.ts`);
  Object.assign(context.messages, (await loadModule(page)).messages);
}
