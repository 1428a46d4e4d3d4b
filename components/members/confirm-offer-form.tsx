"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import { confirmOwnershipAction } from "@/lib/members/actions";

export function ConfirmOfferForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("members.offer");
  const [state, confirm] = useActionState(confirmOwnershipAction, idle);
  return (
    <FreshForm state={state} action={confirm} hidden={{ business, id }}>
      <SubmitButton>{t("confirm")}</SubmitButton>
      <FormMessage state={state} />
    </FreshForm>
  );
}
