"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { withdrawClaimAction } from "@/lib/billing/claims/actions";

export function WithdrawClaimForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("claims");
  const [state, withdraw] = useFormAction(withdrawClaimAction);
  return (
    <Form action={withdraw} hidden={{ business, id }}>
      <FormMessage state={state} />
      <SubmitButton variant="secondary" size="small">
        {t("withdraw")}
      </SubmitButton>
    </Form>
  );
}
