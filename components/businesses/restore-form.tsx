"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
import { restoreBusinessAction } from "@/lib/businesses/lifecycle/actions";
import { idle } from "@/lib/form";

export function RestoreForm({ slug, name }: { slug: string; name: string }) {
  const t = useTranslations("lifecycle");
  const [state, restore] = useActionState(restoreBusinessAction, idle);
  return (
    <FreshForm action={restore} state={state} hidden={{ slug }}>
      <FormMessage state={state} />
      <SubmitButton variant="secondary" size="small" aria-label={t("restoreOf", { name })}>
        {t("restore")}
      </SubmitButton>
    </FreshForm>
  );
}
