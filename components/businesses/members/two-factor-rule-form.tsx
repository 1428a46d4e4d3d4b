"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Form } from "@/components/ui/fields/form";
import { setTwoFactorRuleAction } from "@/lib/businesses/members/actions";

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
