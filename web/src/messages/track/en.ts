export const messages = {
  tail: {
    label: "Last four characters of the address you receive at",
    why: "Someone is trying out tracking codes at the moment. So that this doesn’t keep you out, we also ask for the end of your receiving address, which a stranger can’t guess.",
    hint: "As in …WYdH. For a mix, any of its addresses.",
    empty: "Enter the last four characters of your receiving address",
    format: "Enter exactly four letters or digits",
    notFound: "No order matches this code and this end of the address. Check both.",
  },
};
