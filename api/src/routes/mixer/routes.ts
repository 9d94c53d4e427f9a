import type { Edge } from "../../http/edge";
import { mount } from "../../http/mount";
import { calculatePrivacy, createPrivacySession } from "./operations";
import type { MixerVerbs } from "./verbs";

/** Serves the mixer's sessions and calculations. */
export function mountMixerRoutes(edge: Edge, mixer: MixerVerbs): void {
  mount(edge, createPrivacySession, () => mixer.createSession());
  mount(edge, calculatePrivacy, ({ body }) => mixer.calculate(body));
}
