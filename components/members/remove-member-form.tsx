"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { Checklist } from "@/components/ui/fields/checklist";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import { removeMemberAction } from "@/lib/members/actions";
import type { Made } from "@/lib/members/made";

type RemoveMemberFormProps = { business: string; userId: string; made?: Made };

export function RemoveMemberForm({ business, userId, made = { keys: [], endpoints: [] } }: RemoveMemberFormProps) {
  const t = useTranslations("members");
  const [state, remove] = useActionState(removeMemberAction, idle);
  const choices = [
    ...made.keys.map(({ id, name, hint }) => ({ value: id, label: name, hint: t("remove.key", { hint }) })),
    ...made.endpoints.map(({ id, host }) => ({ value: id, label: host, hint: t("remove.endpoint") })),
  ];
  return (
    <FreshForm state={state} action={remove} hidden={{ business, userId }}>
      <p className="text-muted">{t("remove.lead")}</p>
      {choices.length > 0 && <Checklist legend={t("remove.ends")} name="ends" choices={choices} state={state} />}
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger">{t("remove.confirm")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
