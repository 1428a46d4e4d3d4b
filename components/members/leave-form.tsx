"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { DialogActions } from "@/components/ui/dialog-actions";
import { DialogClose } from "@/components/ui/dialog-close";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { idle } from "@/lib/form";
import { leaveAction } from "@/lib/members/actions";

export function LeaveForm({ business }: { business: string }) {
  const t = useTranslations("members");
  const [state, leave] = useActionState(leaveAction, idle);
  return (
    <Form action={leave} hidden={{ business }}>
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger">{t("leave.confirm")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
