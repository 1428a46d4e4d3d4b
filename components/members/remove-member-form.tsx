"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import type { Made } from "@/lib/leaving/schema";
import { removeMemberAction } from "@/lib/members/actions";
import type { Role } from "@/lib/principals/roles";
import { MadeChecklist } from "./made-checklist";

type RemoveMemberFormProps = { business: string; userId: string; you: Role; made?: Made };

export function RemoveMemberForm({ business, userId, you, made }: RemoveMemberFormProps) {
  const t = useTranslations("members");
  const [state, remove] = useActionState(removeMemberAction, idle);
  return (
    <FreshForm state={state} action={remove} hidden={{ business, userId }}>
      <p className="text-muted">{t("remove.lead")}</p>
      <MadeChecklist made={made} role={you} state={state} />
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger">{t("remove.confirm")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
