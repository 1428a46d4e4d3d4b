"use client";

import { useTranslations } from "next-intl";
import { useActionState, useEffect } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import { endOtherSessionsAction } from "@/lib/sessions/actions";

export function EndOthersForm({ count }: { count: number }) {
  const t = useTranslations("sessions");
  const [state, end] = useActionState(endOtherSessionsAction, idle);

  // After the last sign-out the dialog closes and its button is removed, which would take the focus.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("sessions")?.focus();
    },
    [],
  );

  return (
    <Form action={end}>
      <p className="text-muted">{t("endOthersLead", { count })}</p>
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger">{t("endOthersNow")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
