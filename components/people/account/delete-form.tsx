"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { MadeChecklist } from "@/components/people/account/made-checklist";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Field } from "@/components/ui/fields/field";
import { FormMessage } from "@/components/ui/fields/form-message";
import type { Role } from "@/lib/access/principals/roles";
import type { Made } from "@/lib/businesses/leaving/schema";
import { deleteAccountAction } from "@/lib/people/account/delete/actions";
import { idle } from "@/lib/platform/form";
import { FreshForm } from "./fresh-form";

type DeleteFormProps = { email: string; fates: readonly { id: string; name: string; role: Role; made: Made | null }[] };

export function DeleteForm({ email, fates }: DeleteFormProps) {
  const t = useTranslations("account.delete");
  const [state, remove] = useActionState(deleteAccountAction, idle);

  return (
    <FreshForm state={state} action={remove}>
      {fates.map(
        ({ id, name, role, made }) =>
          made && <MadeChecklist key={id} business={name} made={made} role={role} state={state} />,
      )}
      <FormMessage state={state} />
      <Field label={t("typeEmail", { email })} name="email" type="email" state={state} autoComplete="off" required />
      <SubmitButton variant="danger">{t("act")}</SubmitButton>
    </FreshForm>
  );
}
