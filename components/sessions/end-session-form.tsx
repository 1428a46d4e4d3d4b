"use client";

import { useTranslations } from "next-intl";
import { useActionState, useEffect } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import { endSessionAction } from "@/lib/sessions/actions";

/** Signs one browser out. `device`: its name, so that each button of the list names its browser. */
export function EndSessionForm({ id, device }: { id: string; device: string }) {
  const t = useTranslations("sessions");
  const [state, end] = useActionState(endSessionAction, idle);

  // The row takes this form with it, and the focus.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("sessions")?.focus();
    },
    [],
  );

  return (
    <Form action={end} hidden={{ id }}>
      <FormMessage state={state} />
      <SubmitButton variant="secondary" size="small" aria-label={t("endNamed", { device })}>
        {t("end")}
      </SubmitButton>
    </Form>
  );
}
