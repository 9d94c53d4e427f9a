import { join } from "node:path";
import type { Form } from "./form";
import type { Measured } from "./measured";
import { openService, type Service } from "./service";

/** What is measured together, as one or several lines of the table. */
export type Row = {
  /** Its name in BENCH_ONLY. */
  key: string;
  /** Whether BENCH_SHORT=1 measures it: what takes seconds, and whose ratio holds still on a busy machine. */
  inShort?: true;
  measure(bench: Bench): Promise<Measured[]>;
};

export type Bench = {
  form: Form;
  /** A new folder. */
  folderOf(name: string): string;
  /** The service that most rows share. */
  service(): Promise<Service>;
  /** Prints a remark below the table. */
  note(text: string): void;
};

/** The benchmark's surroundings; `close` ends what the rows have used. */
export function openBench(folder: string, form: Form) {
  let opened: Promise<Service> | undefined;
  let folders = 0;
  const notes: string[] = [];
  const folderOf = (name: string): string => join(folder, `${name}-${++folders}`);
  const bench: Bench = {
    form,
    folderOf,
    service: () => {
      opened ??= openService(folderOf("shared"));
      return opened;
    },
    note: (text) => {
      if (!notes.includes(text)) notes.push(text);
    },
  };
  return {
    bench,
    notes,
    close: async () => (await opened)?.close(),
  };
}
