"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { DialogActions } from "@/components/ui/dialog-actions";
import { DialogClose } from "@/components/ui/dialog-close";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { idle } from "@/lib/form";
import { removeMemberAction } from "@/lib/members/actions";

export function RemoveMemberForm({ business, userId }: { business: string; userId: string }) {
  const t = useTranslations("members");
  const [state, remove] = useActionState(removeMemberAction, idle);
  return (
    <Form action={remove} hidden={{ business, userId }}>
      <p className="text-muted">{t("remove.lead")}</p>
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger">{t("remove.confirm")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
