"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { TextareaField } from "@/components/ui/fields/textarea-field";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { writeClaimMessageAction } from "@/lib/money/claims/actions";

export function ClaimMessageForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("claims");
  const [state, write] = useFormAction(writeClaimMessageAction);
  return (
    <Form action={write} hidden={{ business, id }}>
      <TextareaField name="text" label={t("messageField")} state={state} rows={2} maxLength={1000} />
      <FormMessage state={state} />
      <SubmitButton variant="secondary" size="small">
        {t("send")}
      </SubmitButton>
    </Form>
  );
}
