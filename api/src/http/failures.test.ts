import { expect, it } from "vitest";
import { describeFailure } from "./failures";

const failed = (cause: object, said: string): Error =>
  new Error("Failed query: params: bc1secret", { cause: Object.assign(new Error(said), cause) });

it("says with which code the database failed, and in its own words where they are about itself", () => {
  const full = describeFailure(failed({ code: "53100" }, "could not extend file: No space left on device"));
  expect(full).toMatchObject({ code: "53100", said: "could not extend file: No space left on device" });
  expect(describeFailure(failed({ code: "ECONNREFUSED" }, "x"))).toMatchObject({ code: "ECONNREFUSED" });
});

it("says nothing that quotes what a visitor sent", () => {
  const described = describeFailure(failed({ code: "22P02" }, 'invalid input syntax: "bc1secret"'));
  expect(described).toMatchObject({ name: "Error from Error", code: "22P02" });
  expect(JSON.stringify(described)).not.toContain("bc1secret");
});
