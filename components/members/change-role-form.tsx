"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { CloseDialog } from "@/components/ui/close-dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { DialogClose } from "@/components/ui/dialog-close";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { RadioCards } from "@/components/ui/radio-cards";
import { SubmitButton } from "@/components/ui/submit-button";
import type { Role } from "@/lib/businesses/roles";
import { idle } from "@/lib/form";
import { changeRoleAction } from "@/lib/members/actions";
import { useRoleChoices } from "./use-role-choices";

type ChangeRoleFormProps = { business: string; userId: string; role: Role };

export function ChangeRoleForm({ business, userId, role }: ChangeRoleFormProps) {
  const t = useTranslations("members");
  const [state, change] = useActionState(changeRoleAction, idle);
  return (
    <Form action={change} hidden={{ business, userId }}>
      <RadioCards legend={t("role")} name="role" choices={useRoleChoices()} defaultValue={role} />
      <FormMessage state={state} />
      {state.status === "done" && <CloseDialog />}
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton>{t("change.save")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
