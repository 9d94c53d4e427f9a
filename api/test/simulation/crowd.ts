/** So many customers make a world whose steps each have one thing happen. */
const ALONE = 6;

/** How many customers act in a step of theirs: in a world of many they crowd, so that more is under way at once. */
export const crowdOf = (customers: number): number => Math.max(1, Math.floor(customers / ALONE));
