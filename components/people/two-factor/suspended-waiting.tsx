"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Notice } from "@/components/ui/feedback/notice";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { keepSuspendedAction } from "@/lib/people/two-factor/actions";
import { idle } from "@/lib/platform/form";
import { useWaitEnd } from "./use-wait-end";

/** Shows that suspended factors are about to be removed, with the button that keeps them. Nothing if there are none. */
export function SuspendedWaiting({ wait }: { wait: { dueAt: Date; timeZone: string } | null }) {
  const t = useTranslations("twoFactor.suspended");
  const sayEnd = useWaitEnd();
  const [state, keep] = useActionState(keepSuspendedAction, idle);
  if (!wait) return <FormNotice state={state}>{t("kept")}</FormNotice>;
  return (
    <Notice kind="warning">
      <div className="grid gap-2">
        <p className="font-medium">{t("title")}</p>
        <p className="max-w-text">{t("waiting", { time: sayEnd(wait) })}</p>
        <FreshForm state={state} action={keep}>
          <FormMessage state={state} />
          <SubmitButton variant="secondary">{t("keep")}</SubmitButton>
        </FreshForm>
      </div>
    </Notice>
  );
}
