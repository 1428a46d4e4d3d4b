import { useTranslations } from "next-intl";
import { grantableRoles } from "@/lib/principals/roles";

/** The roles that can be assigned, each with a description. */
export function useRoleChoices() {
  const t = useTranslations("members");
  return grantableRoles.map((value) => ({ value, label: t(`roles.${value}`), hint: t(`roleHints.${value}`) }));
}
