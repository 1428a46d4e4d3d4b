"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { acceptAction } from "@/lib/members/actions";

export function AcceptForm({ token }: { token: string }) {
  const t = useTranslations("members.invitation");
  const [state, accept] = useFormAction(acceptAction);
  return (
    <Form action={accept} hidden={{ token }}>
      <FormMessage state={state} />
      <SubmitButton>{t("accept")}</SubmitButton>
    </Form>
  );
}
