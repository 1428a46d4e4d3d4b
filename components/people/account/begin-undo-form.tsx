"use client";

import { useTranslations } from "next-intl";
import { useWaitEnd } from "@/components/people/two-factor/use-wait-end";
import { ActionForm } from "@/components/ui/fields/action-form";
import { beginUndoAction } from "@/lib/people/account/actions";

/** For a person who lost the required second factors. */
export function BeginUndoForm({ hours }: { hours: number }) {
  const t = useTranslations("auth");
  const sayEnd = useWaitEnd();
  return (
    <ActionForm
      action={beginUndoAction}
      notice={(wait) => t("undoEmailWaiting", { time: sayEnd(wait) })}
      after={null}
      submit={t("undoEmailWait", { hours })}
      button={{ variant: "ghost" }}
    />
  );
}
