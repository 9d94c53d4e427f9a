import { aboutRoute } from "./about";
import { adminRoute } from "./admin";
import { apiDocsRoute } from "./api-docs";
import { contactRoute } from "./contact";
import { currenciesRoute } from "./currencies";
import { exchangeRoute, homeRoute } from "./exchange";
import { explorerRoute } from "./explorer";
import { faqRoute } from "./faq";
import { offlineRoute } from "./offline";
import { paymentQueryRoute, paymentRoute } from "./payment";
import { privacyRoute } from "./privacy";
import { privacyMixerRoute } from "./privacy-mixer";
import { problemRoute } from "./problem";
import { rootRoute } from "./root";
import { telegramRoute } from "./telegram";
import { termsRoute } from "./terms";
import { trackRoute } from "./track";

export const routeTree = rootRoute.addChildren([
  homeRoute,
  exchangeRoute,
  paymentQueryRoute,
  paymentRoute,
  trackRoute,
  aboutRoute,
  faqRoute,
  apiDocsRoute,
  contactRoute,
  privacyRoute,
  termsRoute,
  privacyMixerRoute,
  telegramRoute,
  adminRoute,
  currenciesRoute,
  explorerRoute,
  offlineRoute,
  problemRoute,
]);
