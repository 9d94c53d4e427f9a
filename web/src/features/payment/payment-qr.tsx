import { useState } from "react";
import { useTranslations } from "use-intl";
import type { HowToPay } from "./how-to-pay";

/** The QR code on a white tile in both appearances; where it cannot be read, a placeholder of the same size. */
export function PaymentQr({ payment, className }: { payment: HowToPay; className: string }) {
  const t = useTranslations("payment");
  const page = useTranslations("orderPage");
  const [isBroken, setBroken] = useState(false);
  const { amount, currency, address, qrCode } = payment;
  return (
    <div
      className={`qr-tile grid size-58 place-items-center justify-self-center overflow-hidden rounded-md border bg-white ${className}`}
    >
      {qrCode === null || isBroken ? (
        <p className="p-6 text-center text-sm text-[#5b6765]">{page("qrMissing")}</p>
      ) : (
        <img
          src={qrCode}
          alt={t("qrAlt", { amount, currency, address })}
          className="max-h-full max-w-full text-sm text-[#5b6765]"
          ref={(image) => {
            // It may have failed before the page was alive.
            if (image?.complete === true && image.naturalWidth === 0) setBroken(true);
          }}
          onError={() => setBroken(true)}
        />
      )}
    </div>
  );
}
