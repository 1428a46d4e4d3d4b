"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
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
