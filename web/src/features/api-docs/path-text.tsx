import { Fragment } from "react";

/** A path that breaks before its slashes where the line is too short. */
export function PathText({ path }: { path: string }) {
  return path.split(/(?=\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path keep their places
    <Fragment key={index}>
      <wbr />
      {part}
    </Fragment>
  ));
}
