import { err } from "@sotto/openapi/result";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../../lib/api";
import { settle } from "../../../lib/api-calls";
import { notify } from "../../../ui/notices";
import { Part } from "../part";
import { useConsole, useRefresh } from "../use-console";
import { StepForm } from "./step-form";

/** Changing one's own password; the new one is typed twice, because it is not shown. */
export function PasswordChange({ isRequired = false }: { isRequired?: boolean }) {
  const t = useTranslations("adminAccess");
  const { client, account, setAccount } = useConsole();
  const refresh = useRefresh();
  const change = async (currentPassword: string, newPassword: string): Promise<ApiResult<unknown>> => {
    const body = { currentPassword, newPassword };
    const result = await settle(client.POST("/api/admin/password", { body }));
    if (!result.ok) return result;
    setAccount({ ...account, mustChangePassword: false });
    notify({ title: t("passwordChanged") });
    await refresh();
    return result;
  };
  return (
    <Part
      id="password"
      title={t("passwordTitle")}
      lead={isRequired ? t("passwordRequired") : t("passwordLead")}
    >
      <StepForm
        id="password"
        fields={[
          { name: "currentPassword", label: t("currentPassword") },
          { name: "newPassword", label: t("newPassword"), hint: t("newPasswordHint"), isNew: true },
          { name: "repeated", label: t("newPasswordAgain"), isNew: true },
        ]}
        submit={t("changePassword")}
        run={async ({ currentPassword, newPassword, repeated }) =>
          newPassword === repeated
            ? change(currentPassword, newPassword)
            : err({
                status: 0,
                code: "",
                message: t("passwordsDiffer"),
                errors: [{ pointer: "/repeated", code: "" }],
              })
        }
      />
    </Part>
  );
}
