/** How much of an address people compare: its first and last characters. */
const END_CHARACTERS = 6;

/** An address in two lines of one length, its first and last characters emphasised; copied as one word. */
export function AddressText({ address, className = "" }: { address: string; className?: string }) {
  const half = Math.ceil(address.length / 2);
  return (
    <span translate="no" className={`block font-mono wrap-anywhere ${className}`}>
      <b className="address-end">{address.slice(0, END_CHARACTERS)}</b>
      {address.slice(END_CHARACTERS, half)}
      <wbr />
      {address.slice(half, -END_CHARACTERS)}
      <b className="address-end">{address.slice(Math.max(half, address.length - END_CHARACTERS))}</b>
    </span>
  );
}
