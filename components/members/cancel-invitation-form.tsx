"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { DialogActions } from "@/components/ui/dialog-actions";
import { DialogClose } from "@/components/ui/dialog-close";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { idle } from "@/lib/form";
import { cancelInvitationAction } from "@/lib/members/actions";

export function CancelInvitationForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("members.invite");
  const [state, cancel] = useActionState(cancelInvitationAction, idle);
  return (
    <Form action={cancel} hidden={{ business, id }}>
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("keep")}</DialogClose>
        <SubmitButton variant="danger">{t("cancel")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
