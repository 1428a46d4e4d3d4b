"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/fields/field";
import { Form, useFormAction } from "@/components/ui/fields/form";
import { diagnoseAction } from "@/lib/keys/request-log/diagnostics/actions";
import type { Diagnosis } from "@/lib/keys/request-log/diagnostics/diagnosis";
import { idle } from "@/lib/platform/form";
import { DiagnosisCard } from "./diagnosis-card";

type DiagnosticsFormProps = {
  business: string;
  mayWrite: boolean;
  /** The id in the page's URL, and its result. */
  requested?: { id: string; diagnosis: Diagnosis };
};

/** A form with its result below. It is posted, because the pasted text can be a key, which must not be in a URL. */
export function DiagnosticsForm({ business, mayWrite, requested }: DiagnosticsFormProps) {
  const t = useTranslations("diagnostics");
  const ask = useFormAction(
    diagnoseAction,
    undefined,
    requested ? { status: "done", data: requested.diagnosis } : idle,
  );
  const [state] = ask;
  return (
    <div className="grid gap-6">
      <Form action={ask} hidden={{ business }} submit={t("ask")}>
        <Field
          label={t("question")}
          name="secretOrId"
          hint={t("questionHint")}
          state={state}
          defaultValue={requested?.id}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          mono
        />
      </Form>
      <div role="status" className="empty:hidden">
        {state.status === "done" && <DiagnosisCard diagnosis={state.data} business={business} mayWrite={mayWrite} />}
      </div>
    </div>
  );
}
