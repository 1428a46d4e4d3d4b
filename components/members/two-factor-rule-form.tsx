"use client";

import { useTranslations } from "next-intl";
import { FreshForm } from "@/components/account/fresh-form";
import { ActionForm } from "@/components/ui/fields/action-form";
import { setTwoFactorRuleAction } from "@/lib/members/actions";

export function TwoFactorRuleForm({ business, required }: { business: string; required: boolean }) {
  const t = useTranslations("members.rule");
  return (
    <ActionForm
      action={setTwoFactorRuleAction}
      hidden={{ business, required: required ? "no" : "yes" }}
      frame={FreshForm}
      submit={t(required ? "allow" : "require")}
      button={{ variant: "secondary" }}
    />
  );
}
