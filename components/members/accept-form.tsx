"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { idle } from "@/lib/form";
import { acceptAction } from "@/lib/members/actions";

export function AcceptForm({ token }: { token: string }) {
  const t = useTranslations("members.invitation");
  const [state, accept] = useActionState(acceptAction, idle);
  return (
    <Form action={accept} hidden={{ token }}>
      <FormMessage state={state} />
      <SubmitButton>{t("accept")}</SubmitButton>
    </Form>
  );
}
