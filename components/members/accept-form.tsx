"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
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
