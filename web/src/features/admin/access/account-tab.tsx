import { useState } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { CopyButton } from "../../../ui/copy-button";
import { Moment } from "../../../ui/time";
import { Facts, Mark, Part } from "../part";
import type { Enrolment } from "../types";
import { useConsole } from "../use-console";
import { PasswordChange } from "./password-change";
import { RecoveryCodes } from "./recovery-codes";
import { Sessions } from "./sessions";
import { StepForm } from "./step-form";

/** One's own account: its role, password, one-time codes and sessions; only the password while it must be changed. */
export function AccountTab() {
  const t = useTranslations();
  const { username, role, totp, mustChangePassword } = useConsole().account;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (mustChangePassword) return <PasswordChange isRequired />;
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-10">
      <Part id="account" title={t("adminAccess.accountTitle")}>
        <Facts
          items={[
            { name: t("admin.username"), value: <span translate="no">{username}</span> },
            { name: t("adminAccess.role"), value: t(`admin.role.${role}`) },
            {
              name: t("adminAccess.totp"),
              value: <Mark isGood={totp}>{t(totp ? "adminAccess.totpOn" : "adminAccess.totpOff")}</Mark>,
            },
          ]}
        />
        <p className="mt-3 max-w-[64ch] text-sm text-pretty text-soft">{t(`adminAccess.roleText.${role}`)}</p>
      </Part>
      {codes !== null ? <RecoveryCodes codes={codes} /> : totp ? null : <Enrol onCodes={setCodes} />}
      {totp && codes === null ? (
        <p className="max-w-[64ch] text-sm text-pretty text-soft">{t("adminAccess.totpReset")}</p>
      ) : null}
      <PasswordChange />
      <Sessions />
    </div>
  );
}

/** The password first, then the app's first code: nothing changes before it is right. */
function Enrol({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const t = useTranslations("adminAccess");
  const { client, account, setAccount } = useConsole();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  return (
    <Part id="totp" title={t("enrolTitle")} lead={t("enrolLead")}>
      {enrolment === null ? (
        <StepForm
          id="enrol"
          fields={[{ name: "password", label: t("passwordAgain") }]}
          submit={t("enrol")}
          run={async ({ password }) => {
            const result = await settle(client.POST("/api/admin/totp/enrol", { body: { password } }));
            if (result.ok) setEnrolment(result.value);
            return result;
          }}
        />
      ) : (
        <div className="grid gap-x-10 gap-y-6 sm:grid-cols-[auto_minmax(0,1fr)]">
          <Secret enrolment={enrolment} />
          <div className="grid content-start gap-4">
            <StepForm
              id="enrol"
              fields={[{ name: "totp", label: t("firstCode"), hasFocus: true }]}
              submit={t("confirm")}
              run={async ({ totp }) => {
                const result = await settle(client.POST("/api/admin/totp/confirm", { body: { totp } }));
                if (result.ok) {
                  onCodes(result.value.recoveryCodes);
                  setAccount({ ...account, totp: true });
                }
                return result;
              }}
            />
            <p className="text-sm text-soft">
              {t("enrolUntil")} <Moment at={enrolment.expiresAt} />
            </p>
          </div>
        </div>
      )}
    </Part>
  );
}

/** The service draws the code; as an image it is allowed nothing else. */
function Secret({ enrolment: { secret, qrCode } }: { enrolment: Enrolment }) {
  const t = useTranslations("adminAccess");
  return (
    <div className="max-w-64">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
        alt={t("qrAlt")}
        width={224}
        height={224}
        className="size-56 rounded-md border bg-white p-1"
      />
      <p className="mt-3 text-sm text-soft">{t("secretTyped")}</p>
      <div className="flex items-center justify-between gap-1">
        <code translate="no" className="break-address text-sm">
          {secret.replace(/.{4}(?=.)/g, "$& ")}
        </code>
        <CopyButton value={secret} label={t("copyTotp")} what={t("totpSecret")} />
      </div>
    </div>
  );
}
