import type { messages as about } from "../messages/about/en";
import type { messages as admin } from "../messages/admin/en";
import type { messages as adminAccess } from "../messages/admin-access/en";
import type { messages as adminLoans } from "../messages/admin-loans/en";
import type { messages as adminOrders } from "../messages/admin-orders/en";
import type { messages as adminOverview } from "../messages/admin-overview/en";
import type { messages as apiDocs } from "../messages/api-docs/en";
import type { Shape } from "../messages/catalogue";
import type { messages as contact } from "../messages/contact/en";
import type { messages as currencies } from "../messages/currencies/en";
import type { messages as dialogs } from "../messages/dialogs/en";
import type { messages as shared } from "../messages/en";
import type { messages as exchange } from "../messages/exchange/en";
import type { messages as faq } from "../messages/faq/en";
import type { messages as mixer } from "../messages/mixer/en";
import type { messages as order } from "../messages/order/en";
import type { messages as privacy } from "../messages/privacy/en";
import type { messages as telegram } from "../messages/telegram/en";
import type { messages as terms } from "../messages/terms/en";
import type { Language } from "./languages";

/** The texts that some pages need and the others do not, in English. */
interface PageTexts {
  dialogs: typeof dialogs;
  exchange: typeof exchange;
  order: typeof order;
  about: typeof about;
  faq: typeof faq;
  "api-docs": typeof apiDocs;
  contact: typeof contact;
  privacy: typeof privacy;
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

type Loader<Texts> = () => Promise<{ messages: Shape<Texts> }>;

const sharedCatalogues: Readonly<Record<Language, Loader<typeof shared>>> = {
  en: () => import("../messages/en"),
  "zh-cn": () => import("../messages/zh-cn"),
  "zh-tw": () => import("../messages/zh-tw"),
  es: () => import("../messages/es"),
  fr: () => import("../messages/fr"),
  ja: () => import("../messages/ja"),
};

const pageCatalogues: { readonly [Page in PageName]: Readonly<Record<Language, Loader<PageTexts[Page]>>> } = {
  dialogs: {
    en: () => import("../messages/dialogs/en"),
    "zh-cn": () => import("../messages/dialogs/zh-cn"),
    "zh-tw": () => import("../messages/dialogs/zh-tw"),
    es: () => import("../messages/dialogs/es"),
    fr: () => import("../messages/dialogs/fr"),
    ja: () => import("../messages/dialogs/ja"),
  },
  exchange: {
    en: () => import("../messages/exchange/en"),
    "zh-cn": () => import("../messages/exchange/zh-cn"),
    "zh-tw": () => import("../messages/exchange/zh-tw"),
    es: () => import("../messages/exchange/es"),
    fr: () => import("../messages/exchange/fr"),
    ja: () => import("../messages/exchange/ja"),
  },
  order: {
    en: () => import("../messages/order/en"),
    "zh-cn": () => import("../messages/order/zh-cn"),
    "zh-tw": () => import("../messages/order/zh-tw"),
    es: () => import("../messages/order/es"),
    fr: () => import("../messages/order/fr"),
    ja: () => import("../messages/order/ja"),
  },
  about: {
    en: () => import("../messages/about/en"),
    "zh-cn": () => import("../messages/about/zh-cn"),
    "zh-tw": () => import("../messages/about/zh-tw"),
    es: () => import("../messages/about/es"),
    fr: () => import("../messages/about/fr"),
    ja: () => import("../messages/about/ja"),
  },
  faq: {
    en: () => import("../messages/faq/en"),
    "zh-cn": () => import("../messages/faq/zh-cn"),
    "zh-tw": () => import("../messages/faq/zh-tw"),
    es: () => import("../messages/faq/es"),
    fr: () => import("../messages/faq/fr"),
    ja: () => import("../messages/faq/ja"),
  },
  "api-docs": {
    en: () => import("../messages/api-docs/en"),
    "zh-cn": () => import("../messages/api-docs/zh-cn"),
    "zh-tw": () => import("../messages/api-docs/zh-tw"),
    es: () => import("../messages/api-docs/es"),
    fr: () => import("../messages/api-docs/fr"),
    ja: () => import("../messages/api-docs/ja"),
  },
  contact: {
    en: () => import("../messages/contact/en"),
    "zh-cn": () => import("../messages/contact/zh-cn"),
    "zh-tw": () => import("../messages/contact/zh-tw"),
    es: () => import("../messages/contact/es"),
    fr: () => import("../messages/contact/fr"),
    ja: () => import("../messages/contact/ja"),
  },
  privacy: {
    en: () => import("../messages/privacy/en"),
    "zh-cn": () => import("../messages/privacy/zh-cn"),
    "zh-tw": () => import("../messages/privacy/zh-tw"),
    es: () => import("../messages/privacy/es"),
    fr: () => import("../messages/privacy/fr"),
    ja: () => import("../messages/privacy/ja"),
  },
  terms: {
    en: () => import("../messages/terms/en"),
    "zh-cn": () => import("../messages/terms/zh-cn"),
    "zh-tw": () => import("../messages/terms/zh-tw"),
    es: () => import("../messages/terms/es"),
    fr: () => import("../messages/terms/fr"),
    ja: () => import("../messages/terms/ja"),
  },
  mixer: {
    en: () => import("../messages/mixer/en"),
    "zh-cn": () => import("../messages/mixer/zh-cn"),
    "zh-tw": () => import("../messages/mixer/zh-tw"),
    es: () => import("../messages/mixer/es"),
    fr: () => import("../messages/mixer/fr"),
    ja: () => import("../messages/mixer/ja"),
  },
  telegram: {
    en: () => import("../messages/telegram/en"),
    "zh-cn": () => import("../messages/telegram/zh-cn"),
    "zh-tw": () => import("../messages/telegram/zh-tw"),
    es: () => import("../messages/telegram/es"),
    fr: () => import("../messages/telegram/fr"),
    ja: () => import("../messages/telegram/ja"),
  },
  admin: {
    en: () => import("../messages/admin/en"),
    "zh-cn": () => import("../messages/admin/zh-cn"),
    "zh-tw": () => import("../messages/admin/zh-tw"),
    es: () => import("../messages/admin/es"),
    fr: () => import("../messages/admin/fr"),
    ja: () => import("../messages/admin/ja"),
  },
  "admin-access": {
    en: () => import("../messages/admin-access/en"),
    "zh-cn": () => import("../messages/admin-access/zh-cn"),
    "zh-tw": () => import("../messages/admin-access/zh-tw"),
    es: () => import("../messages/admin-access/es"),
    fr: () => import("../messages/admin-access/fr"),
    ja: () => import("../messages/admin-access/ja"),
  },
  "admin-loans": {
    en: () => import("../messages/admin-loans/en"),
    "zh-cn": () => import("../messages/admin-loans/zh-cn"),
    "zh-tw": () => import("../messages/admin-loans/zh-tw"),
    es: () => import("../messages/admin-loans/es"),
    fr: () => import("../messages/admin-loans/fr"),
    ja: () => import("../messages/admin-loans/ja"),
  },
  "admin-orders": {
    en: () => import("../messages/admin-orders/en"),
    "zh-cn": () => import("../messages/admin-orders/zh-cn"),
    "zh-tw": () => import("../messages/admin-orders/zh-tw"),
    es: () => import("../messages/admin-orders/es"),
    fr: () => import("../messages/admin-orders/fr"),
    ja: () => import("../messages/admin-orders/ja"),
  },
  "admin-overview": {
    en: () => import("../messages/admin-overview/en"),
    "zh-cn": () => import("../messages/admin-overview/zh-cn"),
    "zh-tw": () => import("../messages/admin-overview/zh-tw"),
    es: () => import("../messages/admin-overview/es"),
    fr: () => import("../messages/admin-overview/fr"),
    ja: () => import("../messages/admin-overview/ja"),
  },
  currencies: {
    en: () => import("../messages/currencies/en"),
    "zh-cn": () => import("../messages/currencies/zh-cn"),
    "zh-tw": () => import("../messages/currencies/zh-tw"),
    es: () => import("../messages/currencies/es"),
    fr: () => import("../messages/currencies/fr"),
    ja: () => import("../messages/currencies/ja"),
  },
};

/** Loads the texts that every page needs. */
export async function loadMessages(language: Language): Promise<Messages> {
  const { messages } = await sharedCatalogues[language]();
  // The pages' own texts are added by `addPageMessages` before a page that uses them is shown.
  return { ...messages } as unknown as Messages;
}

/** Adds the texts of one page; a language brings only what is shown. */
export async function addPageMessages(
  context: { messages: Messages; page: { language: Language; catalogues: PageName[] } },
  name: PageName,
): Promise<void> {
  const { messages } = await pageCatalogues[name][context.page.language]();
  Object.assign(context.messages, messages);
  if (!context.page.catalogues.includes(name)) context.page.catalogues.push(name);
}
