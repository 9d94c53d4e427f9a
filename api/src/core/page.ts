/** Items of one page of a list, in every list of the contract. */
export const PAGE_ITEMS_MAX = 100;
