"use client";

import { useTranslations } from "next-intl";
import { AnyCodeField } from "@/components/people/two-factor/any-code-field";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { ActionForm } from "@/components/ui/fields/action-form";
import { undoEmailAction } from "@/lib/people/account/actions";

/** `asksCode`: the account has a second factor, so a code of the app or a recovery code is required. */
export function UndoEmailForm({ asksCode }: { asksCode: boolean }) {
  const t = useTranslations("auth");

  return (
    <ActionForm
      action={undoEmailAction}
      notice={t("undoEmailDone")}
      after={<ButtonLink href="/forgot">{t("setPassword")}</ButtonLink>}
      submit={t("undoEmail")}
    >
      {(state) => asksCode && state.status !== "done" && <AnyCodeField state={state} />}
    </ActionForm>
  );
}
