/** Said before an order exists: what its customer should know before paying. */
export function Warning({ title, text }: { title: string; text: string }) {
  return (
    <div role="status" className="my-3 rounded-md border border-warn p-3 text-sm">
      <p className="font-semibold text-warn">{title}</p>
      <p className="mt-1">{text}</p>
    </div>
  );
}
