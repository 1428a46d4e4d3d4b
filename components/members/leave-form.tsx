"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import { leaveAction } from "@/lib/members/actions";

export function LeaveForm({ business }: { business: string }) {
  const t = useTranslations("members");
  const [state, leave] = useActionState(leaveAction, idle);
  return (
    <FreshForm state={state} action={leave} hidden={{ business }}>
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger">{t("leave.confirm")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
