export const messages = {
  refresh: {
    note: "This page refreshes itself every {seconds, number} seconds.",
    pause: "Stop the automatic refresh",
    resume: "Refresh this page by itself again",
  },
} as const;
