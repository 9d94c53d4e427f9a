/** The pages that a wide header shows in line. */
export const FIRST_PAGES = [
  ["/", "navHome"],
  ["/about", "about"],
  ["/privacy-mixer", "mixer"],
  ["/track", "track"],
  ["/faq", "faq"],
  ["/api-docs", "apiDocs"],
] as const;

/** The pages that it keeps under More. */
export const MORE_PAGES = [
  ["/contact", "contact"],
  ["/privacy", "privacy"],
  ["/terms", "terms"],
  ["/currencies", "currencies"],
  ["/telegram", "telegram"],
  ["/admin", "admin"],
] as const;

/** The window width in pixels from which the header has room for the links itself. */
export const WIDE_HEADER_PX = 1024;

/** The list of all pages in the footer: where the menu button leads without JavaScript. */
export const PAGE_LIST_ID = "pages";
