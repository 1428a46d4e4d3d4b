"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
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
