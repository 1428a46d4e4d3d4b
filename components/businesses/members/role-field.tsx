import { useTranslations } from "next-intl";
import { RadioCards } from "@/components/ui/fields/choice-cards";
import { grantableRoles, type Role } from "@/lib/access/principals/roles";
import type { ActionState } from "@/lib/platform/form";

type RoleFieldProps = { state: ActionState<unknown>; initial: Role; onRoleChange?: (role: Role) => void };

export function RoleField({ state, initial, onRoleChange }: RoleFieldProps) {
  const t = useTranslations("members");
  const chosen = state.status === "refused" ? String(state.values.role) : initial;
  const choices = grantableRoles.map((value) => ({
    value,
    label: t(`roles.${value}`),
    hint: t(`roleHints.${value}`),
  }));
  return (
    // React resets a radio button to its first default, not to the value that an error returned.
    <RadioCards
      key={chosen}
      legend={t("role")}
      name="role"
      choices={choices}
      defaultValue={chosen}
      onValueChange={(value) => onRoleChange?.(value as Role)}
    />
  );
}
