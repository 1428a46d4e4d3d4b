"use client";

import { useTranslations } from "next-intl";
import { MadeChecklist } from "@/components/people/account/made-checklist";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Form } from "@/components/ui/fields/form";
import type { Role } from "@/lib/access/principals/roles";
import type { Made } from "@/lib/businesses/leaving/schema";
import { leaveAction, setTwoFactorRuleAction } from "@/lib/businesses/members/actions";

export function TwoFactorRuleForm({ business, required }: { business: string; required: boolean }) {
  const t = useTranslations("members.rule");
  return (
    <Form
      action={setTwoFactorRuleAction}
      stepUp={StepUp}
      hidden={{ business, required: required ? "no" : "yes" }}
      submit={t(required ? "allow" : "require")}
      button={{ variant: "secondary" }}
    />
  );
}

export function LeaveDialog({ business, role, made }: { business: string; role: Role; made?: Made }) {
  const t = useTranslations("members");
  return (
    <Dialog title={t("leave.title")} lead={t("leave.lead")} trigger={{ label: t("leave.open") }}>
      <Form
        action={leaveAction}
        stepUp={StepUp}
        hidden={{ business }}
        cancel={t("cancel")}
        submit={t("leave.confirm")}
        button={{ variant: "danger" }}
      >
        {(state) => <MadeChecklist made={made} role={role} state={state} />}
      </Form>
    </Dialog>
  );
}
