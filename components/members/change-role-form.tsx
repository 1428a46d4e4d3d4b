"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { CloseDialog } from "@/components/ui/dialogs/close-dialog";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { FormMessage } from "@/components/ui/fields/form-message";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { idle } from "@/lib/form";
import { changeRoleAction } from "@/lib/members/actions";
import type { Role } from "@/lib/principals/roles";
import { useRoleChoices } from "./use-role-choices";

type ChangeRoleFormProps = { business: string; userId: string; role: Role };

export function ChangeRoleForm({ business, userId, role }: ChangeRoleFormProps) {
  const t = useTranslations("members");
  const [state, change] = useActionState(changeRoleAction, idle);
  const chosen = state.status === "refused" ? String(state.values.role) : role;
  return (
    <FreshForm state={state} action={change} hidden={{ business, userId }}>
      {/* React resets a radio button to its first default, not to the value that an error returned. */}
      <RadioCards key={chosen} legend={t("role")} name="role" choices={useRoleChoices()} defaultValue={chosen} />
      <FormMessage state={state} />
      {state.status === "done" && <CloseDialog />}
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton>{t("change.save")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
