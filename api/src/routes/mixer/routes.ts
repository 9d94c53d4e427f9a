import type { Edge } from "../../http/edge";
import { mount } from "../../http/mount";
import type { MixerAnswers } from "./answers";
import { calculatePrivacy, createPrivacySession } from "./operations";

/** Serves the mixer's sessions and calculations. */
export function mountMixerRoutes(edge: Edge, mixer: MixerAnswers): void {
  mount(edge, createPrivacySession, () => mixer.createSession());
  mount(edge, calculatePrivacy, ({ body }) => mixer.calculate(body));
}
