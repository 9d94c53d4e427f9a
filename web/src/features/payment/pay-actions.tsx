import { useTranslations } from "use-intl";
import { FieldMessage } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { ActionForm, usePaymentActions } from "./action-form";
import { Fold } from "./fold";
import { LookedAt } from "./looked-at";
import { Spinner } from "./spinner";

/** To a wallet, and "I have paid", which steps back once it was pressed: then a panel says what is being looked for. */
export function PayActions({ network, paymentUri }: { network: string; paymentUri: string | null }) {
  const t = useTranslations("orderPage");
  const { look } = usePaymentActions();
  const hasPaid = look !== null;
  return (
    <>
      {look === null ? null : (
        <div className="mt-4 rounded-md border border-accent bg-tint p-4">
          <p className="flex items-center gap-2 font-semibold">
            <Spinner />
            {t("looking", { network })}
          </p>
          <p className="mt-1 text-sm">
            <LookedAt look={look} network={network} />
          </p>
          <p className="mt-1 text-sm text-soft">{t("lookingText")}</p>
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-start gap-3">
        {paymentUri === null ? null : <WalletLink uri={paymentUri} />}
        <PaidButton isAgain={hasPaid} />
        <CancelButton />
      </div>
    </>
  );
}

function WalletLink({ uri }: { uri: string }) {
  const t = useTranslations("payment");
  return (
    <a href={uri} className="button grow px-3">
      <Icon name="wallet" />
      {t("openWallet")}
    </a>
  );
}

function PaidButton({ isAgain }: { isAgain: boolean }) {
  const t = useTranslations("payment");
  const again = useTranslations("orderPage")("lookAgain");
  return (
    <ActionForm intent="paid" className={isAgain ? "" : "grow"}>
      {({ isBusy, errors }) => (
        <>
          <button type="submit" disabled={isBusy} className="button w-full px-3">
            {isBusy ? <Spinner /> : null}
            {isBusy ? t("checking") : isAgain ? again : t("iHavePaid")}
          </button>
          <FieldMessage name="paid" error={errors.paid} reserve={false} />
        </>
      )}
    </ActionForm>
  );
}

/** Asks once, in place: the first press only unfolds the button that cancels. */
function CancelButton() {
  const t = useTranslations("payment");
  return (
    <ActionForm intent="cancel" className="has-[[open]]:basis-full">
      {({ isBusy, errors }) => (
        <Fold
          name="cancel"
          summary={t("cancel")}
          error={errors.cancel}
          className="scroll-mt-20"
          summaryClassName="button border-transparent px-3 font-normal underline underline-offset-4"
        >
          <div className="mt-1 grid gap-3 rounded-md border p-3">
            <p className="text-sm">{t("cancelAsk")}</p>
            <button type="submit" disabled={isBusy} className="button">
              {isBusy ? <Spinner /> : null}
              {t("cancelSure")}
            </button>
          </div>
          <FieldMessage name="cancel" error={errors.cancel} reserve={false} />
        </Fold>
      )}
    </ActionForm>
  );
}
