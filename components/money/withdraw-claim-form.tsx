"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/fields/form";
import { withdrawClaimAction } from "@/lib/money/claims/actions";

export function WithdrawClaimForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("claims");
  return (
    <Form
      action={withdrawClaimAction}
      hidden={{ business, id }}
      submit={t("withdraw")}
      button={{ variant: "secondary", size: "small" }}
    />
  );
}
