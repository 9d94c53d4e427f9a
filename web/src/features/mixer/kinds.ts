import type { OrderFormKind } from "../order-form/kind";
import {
  type HomeMixerValues,
  homeFieldNames,
  homeMixOrder,
  homeShownFor,
  missingHomeFields,
  readHomeValues,
  startHomeValues,
} from "./home-values";
import type { SeenFigures } from "./seen";
import {
  type MixerValues,
  missingMixerFields,
  mixerFieldNames,
  mixerFields,
  mixerOrder,
  readMixerValues,
  shownFor,
  startMixerValues,
} from "./values";

/** The mixer page's form. */
export const mixerForm: OrderFormKind<MixerValues, SeenFigures> = {
  name: "mixer",
  fieldNames: mixerFieldNames,
  read: readMixerValues,
  write: mixerFields,
  start: startMixerValues,
  missing: missingMixerFields,
  missingErrors: (t, missing) =>
    Object.fromEntries(
      missing.map((name) => [
        name,
        t(name === "receiveAddress" ? "mixer.addressRequired" : "mixer.amountRequired"),
      ]),
    ),
  shownFor,
  order: mixerOrder,
  failed: { title: "mixer.createFailed", text: "mixer.createFailedText" },
};

/** The mixer form of the home page's second tab: it marks what is missing and says it once for all. */
export const homeMixerForm: OrderFormKind<HomeMixerValues, SeenFigures> = {
  name: "home-mixer",
  fieldNames: homeFieldNames,
  read: readHomeValues,
  write: (values) => ({ ...values }),
  start: startHomeValues,
  missing: missingHomeFields,
  missingErrors: (t, missing) => ({
    ...Object.fromEntries(missing.map((name) => [name, ""])),
    title: t("mixerHome.missingTitle"),
    form: t("mixerHome.missingText"),
  }),
  shownFor: homeShownFor,
  order: homeMixOrder,
  failed: { title: "mixerHome.failed", text: "mixerHome.failedText" },
};
