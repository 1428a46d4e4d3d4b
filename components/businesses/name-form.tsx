"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Notice } from "@/components/ui/feedback/notice";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { renameBusinessAction } from "@/lib/businesses/actions";
import { idle } from "@/lib/platform/form";

export function NameForm({ business, name }: { business: string; name: string }) {
  const t = useTranslations("settings.general");
  const [state, save] = useActionState(renameBusinessAction, idle);
  const hint = t("nameHint", { address: `/console/${business}` });
  return (
    <Form action={save} hidden={{ business }}>
      <AskUnsaved state={state} />
      <Field label={t("name")} name="name" state={state} hint={hint} defaultValue={name} required />
      <FormMessage state={state} />
      <div role="status" className="empty:hidden">
        {state.status === "done" && <Notice kind="success">{t("saved")}</Notice>}
      </div>
      <SubmitButton variant="secondary">{t("save")}</SubmitButton>
    </Form>
  );
}
