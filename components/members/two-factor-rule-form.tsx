"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { idle } from "@/lib/form";
import { setTwoFactorRuleAction } from "@/lib/members/actions";

export function TwoFactorRuleForm({ business, required }: { business: string; required: boolean }) {
  const t = useTranslations("members.rule");
  const [state, set] = useActionState(setTwoFactorRuleAction, idle);
  return (
    <FreshForm state={state} action={set} hidden={{ business, required: required ? "no" : "yes" }}>
      <FormMessage state={state} />
      <SubmitButton variant="secondary">{t(required ? "allow" : "require")}</SubmitButton>
    </FreshForm>
  );
}
