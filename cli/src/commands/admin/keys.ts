import { Command } from "commander";
import { type ActOptions, acting, isConfirmed, type Plan } from "../../act";
import { ask, type Contexts } from "../../context";
import { styleOf } from "../../output/colour";
import { printList, printRecord } from "../../output/print";
import { minuteOf } from "../../output/printable";
import type { Column, Pair } from "../../output/table";
import type { ApiKey } from "../../wire";

const stateOf = ({ revokedAt }: ApiKey): string => (revokedAt === null ? "active" : "revoked");

const COLUMNS: readonly Column<ApiKey>[] = [
  { title: "ID", field: "id", of: ({ id }) => id },
  { title: "NAME", field: "name", shrinks: true, of: ({ name }) => name },
  { title: "CREATED BY", field: "createdBy", shrinks: true, of: ({ createdBy }) => createdBy },
  {
    title: "CREATED (UTC)",
    field: "createdAt",
    of: ({ createdAt }) => createdAt,
    show: ({ createdAt }) => minuteOf(createdAt),
  },
  {
    title: "STATUS",
    field: "revokedAt",
    of: ({ revokedAt }) => revokedAt,
    show: stateOf,
    style: (key) => styleOf(stateOf(key)),
  },
];

const keyPairs = (key: ApiKey): readonly Pair[] => [
  ["key", key.id],
  ["name", key.name],
  ["created", `${key.createdAt} by ${key.createdBy}`],
  ["revoked", key.revokedAt],
];

/** `sotto admin keys …`: the keys of the third-party base `/api/v1`. */
export const keysCommand = (contexts: Contexts): Command =>
  new Command("keys")
    .description("keys of the third-party API")
    .addCommand(createCommand(contexts))
    .addCommand(
      new Command("list").description("list the keys, revoked ones too").action(async () => {
        const sotto = contexts.admin();
        await printList(sotto, await ask(sotto, (client) => client.GET("/api/admin/api-keys")), COLUMNS);
      }),
    )
    .addCommand(revokeCommand(contexts));

const createCommand = (contexts: Contexts): Command =>
  acting(
    new Command("create")
      .description("make a key; its secret is shown this once")
      .argument("<name>", "whose it is, for the list"),
  ).action(async (name: string, options: ActOptions) => {
    const sotto = contexts.admin();
    const body = { name };
    const plan: Plan = {
      says: [`A key named ${name} will be created. It can create orders in its name.`],
      question: "Create this key?",
      calls: [{ method: "POST", path: "/api/admin/api-keys", body }],
    };
    if (!(await isConfirmed(sotto, options, plan))) return;
    const key = await ask(sotto, (client) => client.POST("/api/admin/api-keys", { body }));
    await printRecord(sotto, key, () => [...keyPairs(key), ["secret", key.secret, "bold"]]);
    sotto.terminal.note("Keep the secret now: the server keeps only its hash and cannot show it again.");
  });

const revokeCommand = (contexts: Contexts): Command =>
  acting(new Command("revoke").description("revoke a key for good").argument("<id>", "the key's id")).action(
    async (id: string, options: ActOptions) => {
      const sotto = contexts.admin();
      const plan: Plan = {
        says: [`The key ${id} will stop working for good.`],
        question: "Revoke this key?",
        calls: [{ method: "DELETE", path: `/api/admin/api-keys/${id}` }],
      };
      if (!(await isConfirmed(sotto, options, plan))) return;
      const key = await ask(sotto, (client) =>
        client.DELETE("/api/admin/api-keys/{id}", { params: { path: { id } } }),
      );
      await printRecord(sotto, key, keyPairs);
    },
  );
