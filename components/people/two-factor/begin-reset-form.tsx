"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button";
import { Form } from "@/components/ui/fields/form";
import { beginResetAction } from "@/lib/people/two-factor/actions";
import { useWaitEnd } from "./use-wait-end";

/** The button, not the visit, starts the wait, because email scanners follow every link they see. */
export function BeginResetForm({ hours }: { hours: number }) {
  const t = useTranslations("twoFactor.reset");
  const sayEnd = useWaitEnd();
  return (
    <Form
      action={beginResetAction}
      notice={(data) => t("begun", { time: sayEnd(data) })}
      after={<ButtonLink href="/sign-in">{t("toSignIn")}</ButtonLink>}
      submit={t("begin", { hours })}
    />
  );
}
