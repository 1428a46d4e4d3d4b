"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Form } from "@/components/ui/fields/form";
import { beginResetAction, keepFactorsAction } from "@/lib/people/two-factor/actions";
import { useWaitEnd } from "./use-wait-end";

// The forms of the pages that the links in emails about lost factors open.

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

/** Ends the wait; it needs no sign-in. */
export function KeepFactorsForm() {
  const t = useTranslations("twoFactor.reset");
  return (
    <Form
      action={keepFactorsAction}
      notice={t("kept")}
      after={<ButtonLink href="/forgot">{t("newPassword")}</ButtonLink>}
      submit={t("keep")}
    />
  );
}
