import { useTranslations } from "use-intl";
import type { Role } from "./types";
import { useConsole, useMay } from "./use-console";

/** Says which role something needs, where the account's does not reach. */
export function RoleNote({ id, needed }: { id?: string; needed: Role }) {
  const t = useTranslations("admin");
  const { role } = useConsole().account;
  const may = useMay();
  if (may(needed)) return null;
  return (
    <p id={id} className="text-sm text-pretty text-soft">
      {t("needsRole", { needed: t(`role.${needed}`), held: t(`role.${role}`) })}
    </p>
  );
}
