import { useTranslations } from "next-intl";
import { grantableRoles } from "@/lib/principals/roles";

/** The roles a member can be given, each with what it means. */
export function useRoleChoices() {
  const t = useTranslations("members");
  return grantableRoles.map((value) => ({ value, label: t(`roles.${value}`), hint: t(`roleHints.${value}`) }));
}
