"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ActionForm } from "@/components/ui/fields/action-form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { cancelInvitationAction, resendInvitationAction } from "@/lib/businesses/members/actions";
import { idle } from "@/lib/platform/form";

export function ResendForm({ business, id, email }: { business: string; id: string; email: string }) {
  const t = useTranslations("members.invite");
  const [state, resend] = useActionState(resendInvitationAction, idle);
  const word = state.status === "done" ? "resent" : "resend";
  return (
    <FreshForm state={state} action={resend} hidden={{ business, id }}>
      <SubmitButton variant="secondary" size="small" aria-label={t(`${word}Of`, { email })}>
        {t(word)}
      </SubmitButton>
      <FormMessage state={state} />
    </FreshForm>
  );
}

type CancelInvitationDialogProps = { business: string; id: string; email: string };

export function CancelInvitationDialog({ business, id, email }: CancelInvitationDialogProps) {
  const t = useTranslations("members.invite");
  return (
    <Dialog
      title={t("cancelTitle", { email })}
      lead={t("cancelLead")}
      trigger={{ label: t("cancel"), fullLabel: t("cancelOf", { email }), size: "small", variant: "ghost" }}
    >
      <ActionForm
        action={cancelInvitationAction}
        hidden={{ business, id }}
        cancel={t("keep")}
        submit={t("cancel")}
        button={{ variant: "danger" }}
      />
    </Dialog>
  );
}
