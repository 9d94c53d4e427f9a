import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";

/**
 * Nothing refetches or retries automatically: an order or a quote is requested again where a visitor can see it
 * happen.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false },
      mutations: { retry: false },
    },
  });
}

/** A page whose parts share their queries; other pages do without the code of it. */
export const withQueries = (Page: ComponentType): ComponentType =>
  function Scope() {
    const [client] = useState(createQueryClient);
    return (
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>
    );
  };
