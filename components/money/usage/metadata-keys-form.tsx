"use client";

import { useTranslations } from "next-intl";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { Field, SelectField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { forgetValueAction, setMetadataKeysAction } from "@/lib/money/usage/actions";

type MetadataKeysFormProps = {
  business: string;
  /** Those that are counted now. */
  names: readonly string[];
  /** Also those that were removed, whose values can be forgotten. */
  everNamed: readonly string[];
};

/** Which keys of metadata usage is counted by, and how a value is forgotten. */
export function MetadataKeysForm({ business, names, everNamed }: MetadataKeysFormProps) {
  const t = useTranslations("usage.metadata");
  return (
    <>
      <Form
        action={setMetadataKeysAction}
        hidden={{ business }}
        notice={t("saved")}
        submit={t("save")}
        button={{ variant: "secondary" }}
      >
        {(state) => (
          <>
            <AskUnsaved state={state} />
            <Field
              name="names"
              state={state}
              label={t("names")}
              hint={t("namesHint")}
              defaultValue={names.join(", ")}
              placeholder="customer, project"
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="none"
            />
          </>
        )}
      </Form>
      {everNamed.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-sm">{t("forget")}</summary>
          <div className="mt-3">
            <Form
              action={forgetValueAction}
              hidden={{ business }}
              notice={t("forgotten")}
              submit={t("forget")}
              button={{ variant: "danger" }}
            >
              {(state) => (
                <>
                  <p className="max-w-text text-muted text-sm">{t("forgetLead")}</p>
                  <SelectField
                    name="name"
                    state={state}
                    label={t("name")}
                    choices={everNamed.map((name) => ({ value: name, label: name }))}
                  />
                  <Field name="value" state={state} label={t("value")} autoComplete="off" spellCheck={false} />
                </>
              )}
            </Form>
          </div>
        </details>
      )}
    </>
  );
}
