"use client";

import { useTranslations } from "next-intl";
import { MadeChecklist } from "@/components/people/account/made-checklist";
import { StepUp } from "@/components/people/account/step-up";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import type { Role } from "@/lib/access/principals/roles";
import type { Made } from "@/lib/businesses/leaving/schema";
import { deleteAccountAction } from "@/lib/people/account/actions";

type DeleteFormProps = { email: string; fates: readonly { id: string; name: string; role: Role; made: Made | null }[] };

export function DeleteForm({ email, fates }: DeleteFormProps) {
  const t = useTranslations("account.delete");

  return (
    <Form action={deleteAccountAction} stepUp={StepUp} submit={t("act")} button={{ variant: "danger" }}>
      {(state) => (
        <>
          {fates.map(
            ({ id, name, role, made }) =>
              made && <MadeChecklist key={id} business={name} made={made} role={role} state={state} />,
          )}
          <Field
            label={t("typeEmail", { email })}
            name="email"
            type="email"
            state={state}
            autoComplete="off"
            required
          />
        </>
      )}
    </Form>
  );
}
