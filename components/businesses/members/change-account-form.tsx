"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { changeAccountAction } from "@/lib/businesses/members/actions";

export function ChangeAccountForm({ token }: { token: string }) {
  const t = useTranslations("members.invitation");
  return (
    <ActionForm
      action={changeAccountAction}
      hidden={{ token }}
      submit={t("change")}
      button={{ variant: "secondary" }}
    />
  );
}
