/** What a limit counts against: `times` as many requests as one client may make. */
export type Budget = { key: string; times: number };

/** A client, by the key of its own budget; `shared` are larger ones that it uses up together with others. */
export type Client = { key: string; shared: readonly Budget[] };

/** Every budget that a request of a client uses up, its own first. */
export const budgetsOf = ({ key, shared }: Client): readonly Budget[] => [{ key, times: 1 }, ...shared];

/** A client as the text that pages pass on in x-sotto-client. */
export const clientText = ({ key, shared }: Client): string =>
  [key, ...shared.map((budget) => `${budget.key}*${budget.times}`)].join(" ");

/** The client that such a text stands for. */
export function clientFrom(text: string): Client {
  const [key = "", ...shared] = text.split(" ");
  return {
    key,
    shared: shared.map((budget) => {
      const [name = "", times] = budget.split("*");
      return { key: name, times: Number(times ?? 1) };
    }),
  };
}
