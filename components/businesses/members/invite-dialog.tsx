"use client";

import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { inviteAction } from "@/lib/businesses/members/actions";
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
  return (
    <Form
      action={inviteAction}
      onDone={(_, form) => toast(t("invite.sent", { email: String(form.get("email")) }))}
      hidden={{ business }}
      stepUp={StepUp}
      closesDialog
      cancel={t("cancel")}
      submit={t("invite.send")}
    >
      {(state) => (
        <>
          <Field label={t("email")} name="email" type="email" state={state} autoComplete="off" required />
          <RoleField state={state} initial="developer" />
        </>
      )}
    </Form>
  );
}
