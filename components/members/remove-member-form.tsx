"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { FormMessage } from "@/components/ui/fields/form-message";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { idle } from "@/lib/form";
import { removeMemberAction } from "@/lib/members/actions";

export function RemoveMemberForm({ business, userId }: { business: string; userId: string }) {
  const t = useTranslations("members");
  const [state, remove] = useActionState(removeMemberAction, idle);
  return (
    <FreshForm state={state} action={remove} hidden={{ business, userId }}>
      <p className="text-muted">{t("remove.lead")}</p>
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger">{t("remove.confirm")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
