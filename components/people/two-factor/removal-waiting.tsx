"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Notice } from "@/components/ui/feedback/notice";
import { Form, FormNotice, useFormAction } from "@/components/ui/fields/form";
import { cancelResetAction, keepSuspendedAction } from "@/lib/people/two-factor/actions";
import { useWaitEnd } from "./use-wait-end";

/** Shows that all factors are about to be removed, with the button that keeps them. Nothing while no wait runs. */
export function ResetWaiting({ wait }: { wait: { dueAt: Date; timeZone: string } | null }) {
  const t = useTranslations("twoFactor.reset");
  const sayEnd = useWaitEnd();
  const cancel = useFormAction(cancelResetAction);
  if (!wait) return <FormNotice state={cancel[0]}>{t("kept")}</FormNotice>;
  return (
    <Notice kind="danger">
      <div className="grid gap-2">
        <p className="font-medium">{t("waitingTitle")}</p>
        <p className="max-w-text">{t("waiting", { time: sayEnd(wait) })}</p>
        <Form action={cancel} submit={t("keep")} button={{ variant: "secondary" }} />
      </div>
    </Notice>
  );
}

/** Shows that suspended factors are about to be removed, with the button that keeps them. Nothing if there are none. */
export function SuspendedWaiting({ wait }: { wait: { dueAt: Date; timeZone: string } | null }) {
  const t = useTranslations("twoFactor.suspended");
  const sayEnd = useWaitEnd();
  const keep = useFormAction(keepSuspendedAction);
  if (!wait) return <FormNotice state={keep[0]}>{t("kept")}</FormNotice>;
  return (
    <Notice kind="warning">
      <div className="grid gap-2">
        <p className="font-medium">{t("title")}</p>
        <p className="max-w-text">{t("waiting", { time: sayEnd(wait) })}</p>
        <Form action={keep} stepUp={StepUp} submit={t("keep")} button={{ variant: "secondary" }} />
      </div>
    </Notice>
  );
}
