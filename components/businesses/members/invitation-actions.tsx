"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Form, FormMessage, SubmitButton } from "@/components/ui/fields/form";
import { cancelInvitationAction, resendInvitationAction } from "@/lib/businesses/members/actions";

export function ResendForm({ business, id, email }: { business: string; id: string; email: string }) {
  const t = useTranslations("members.invite");
  return (
    <Form action={resendInvitationAction} stepUp={StepUp} hidden={{ business, id }}>
      {(state) => {
        const word = state.status === "done" ? "resent" : "resend";
        return (
          <>
            <SubmitButton variant="secondary" size="small" aria-label={t(`${word}Of`, { email })}>
              {t(word)}
            </SubmitButton>
            <FormMessage state={state} />
          </>
        );
      }}
    </Form>
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
      <Form
        action={cancelInvitationAction}
        hidden={{ business, id }}
        cancel={t("keep")}
        submit={t("cancel")}
        button={{ variant: "danger" }}
      />
    </Dialog>
  );
}
