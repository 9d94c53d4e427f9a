/** The mixer form of the home page's second tab. */
export function HomeMixerForm() {
  return null;
}
