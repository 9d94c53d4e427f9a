import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useAppContext, useSubmitted } from "../../lib/page-context";
import { lookUp, readLookUp, type TrackData } from "./load";

const route = getRouteApi("/track");

/**
 * What the page shows, and the search for another code. A code is part of the page's address, so that it can be shared;
 * the end of an address is not, and is sent from here.
 */
export function useSearch() {
  const loaded = route.useLoaderData();
  const { code: address } = route.useSearch();
  const navigate = route.useNavigate();
  const { api } = useAppContext();
  const submitted = useSubmitted("search");
  const [sent, setSent] = useState<{ at: string | undefined; data: TrackData } | null>(() =>
    submitted === null ? null : { at: address, data: readLookUp(submitted.values.data ?? "") },
  );
  const search = async (typed: { code: string; tail: string | null }): Promise<void> => {
    if (typed.tail === null) {
      setSent(null);
      return navigate({ to: "/track", search: { code: typed.code || " " } });
    }
    setSent({ at: address, data: await lookUp(api, typed) });
  };
  const data: TrackData = sent !== null && sent.at === address ? sent.data : loaded;
  return { data, search };
}
