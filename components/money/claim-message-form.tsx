"use client";

import { useTranslations } from "next-intl";
import { TextareaField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { writeClaimMessageAction } from "@/lib/money/claims/actions";

export function ClaimMessageForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("claims");
  return (
    <Form
      action={writeClaimMessageAction}
      hidden={{ business, id }}
      submit={t("send")}
      button={{ variant: "secondary", size: "small" }}
    >
      {(state) => <TextareaField name="text" label={t("messageField")} state={state} rows={2} maxLength={1000} />}
    </Form>
  );
}
