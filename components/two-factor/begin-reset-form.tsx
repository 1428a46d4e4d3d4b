"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { beginResetAction } from "@/lib/two-factor/actions";
import { useWaitEnd } from "./use-wait-end";

/** The button, not the visit, starts the wait, because email scanners follow every link they see. */
export function BeginResetForm({ hours }: { hours: number }) {
  const t = useTranslations("twoFactor.reset");
  const sayEnd = useWaitEnd();
  const [state, begin] = useFormAction(beginResetAction);
  return (
    <Form action={begin}>
      <FormMessage state={state} />
      <FormNotice state={state}>{state.status === "done" && t("begun", { time: sayEnd(state.data) })}</FormNotice>
      {state.status === "done" ? (
        <ButtonLink href="/sign-in">{t("toSignIn")}</ButtonLink>
      ) : (
        <SubmitButton>{t("begin", { hours })}</SubmitButton>
      )}
    </Form>
  );
}
