/** Seconds between two loads of a running order's page where no script can update it. */
export const REFRESH_SECONDS = 10;
