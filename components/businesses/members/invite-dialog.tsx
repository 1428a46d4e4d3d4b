"use client";

import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState, useEffect, useRef } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { CloseDialog } from "@/components/ui/dialogs/close-dialog";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { toast } from "@/components/ui/feedback/toast";
import { Field } from "@/components/ui/fields/field";
import { FormMessage } from "@/components/ui/fields/form-message";
import { inviteAction } from "@/lib/businesses/members/actions";
import { idle } from "@/lib/platform/form";
import { RoleField } from "./role-field";

export function InviteDialog({ business }: { business: string }) {
  const t = useTranslations("members.invite");
  return (
    <Dialog title={t("title")} lead={t("lead")} trigger={{ label: t("open"), icon: <UserPlus />, variant: "primary" }}>
      <InviteForm business={business} />
    </Dialog>
  );
}

function InviteForm({ business }: { business: string }) {
  const t = useTranslations("members");
  const [state, invite] = useActionState(inviteAction, idle);
  const email = useRef("");
  useEffect(() => {
    if (state.status === "done") toast(t("invite.sent", { email: email.current }));
  }, [state, t]);
  const send = (form: FormData) => {
    email.current = String(form.get("email"));
    return invite(form);
  };
  return (
    <FreshForm state={state} action={send} hidden={{ business }}>
      <Field label={t("email")} name="email" type="email" state={state} autoComplete="off" required />
      <RoleField state={state} initial="developer" />
      <FormMessage state={state} />
      {state.status === "done" && <CloseDialog />}
      <DialogActions cancel={t("cancel")}>
        <SubmitButton>{t("invite.send")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
