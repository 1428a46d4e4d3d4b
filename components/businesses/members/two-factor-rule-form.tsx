"use client";

import { useTranslations } from "next-intl";
import { FreshActionForm } from "@/components/people/account/fresh-action-form";
import { setTwoFactorRuleAction } from "@/lib/businesses/members/actions";

export function TwoFactorRuleForm({ business, required }: { business: string; required: boolean }) {
  const t = useTranslations("members.rule");
  return (
    <FreshActionForm
      action={setTwoFactorRuleAction}
      hidden={{ business, required: required ? "no" : "yes" }}
      submit={t(required ? "allow" : "require")}
      button={{ variant: "secondary" }}
    />
  );
}
