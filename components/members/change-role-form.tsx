"use client";

import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { CloseDialog } from "@/components/ui/dialogs/close-dialog";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { FormMessage } from "@/components/ui/fields/form-message";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { idle } from "@/lib/form";
import { beyond, type Made } from "@/lib/leaving/schema";
import { changeRoleAction } from "@/lib/members/actions";
import type { Role } from "@/lib/principals/roles";
import { MadeChecklist } from "./made-checklist";
import { useRoleChoices } from "./use-role-choices";

type ChangeRoleFormProps = { business: string; userId: string; role: Role; you: Role; made?: Made };

export function ChangeRoleForm({ business, userId, role, you, made }: ChangeRoleFormProps) {
  const t = useTranslations("members");
  const [state, change] = useActionState(changeRoleAction, idle);
  const [shown, setShown] = useState(role);
  const chosen = state.status === "refused" ? String(state.values.role) : role;
  return (
    <FreshForm state={state} action={change} hidden={{ business, userId }}>
      {/* React resets a radio button to its first default, not to the value that an error returned. */}
      <RadioCards
        key={chosen}
        legend={t("role")}
        name="role"
        choices={useRoleChoices()}
        defaultValue={chosen}
        onValueChange={(value) => setShown(value as Role)}
      />
      {/* What the person keeps a say in is not listed. */}
      <MadeChecklist made={made && beyond(shown, made)} role={you} state={state} />
      <FormMessage state={state} />
      {state.status === "done" && <CloseDialog />}
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton>{t("change.save")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
