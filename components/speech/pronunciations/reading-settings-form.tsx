"use client";

import { useTranslations } from "next-intl";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { SelectField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { setReadingSettingsAction } from "@/lib/speech/actions";
import type { ReadingSettings } from "@/lib/speech/pronunciations/schema";
import { readingSamples } from "./reading-samples";

export function ReadingSettingsForm({ business, settings }: { business: string; settings: ReadingSettings }) {
  const t = useTranslations("pronunciations.reading");
  return (
    <Form
      action={setReadingSettingsAction}
      hidden={{ business }}
      notice={t("saved")}
      submit={t("save")}
      button={{ variant: "secondary" }}
    >
      {(state) => (
        <>
          <AskUnsaved state={state} />
          <div className="grid gap-4 sm:grid-cols-2">
            {readingSamples.map(({ option, choices, isRegional }) => (
              <SelectField
                key={option}
                label={t(`options.${option}`)}
                name={option}
                state={state}
                defaultValue={settings[option] ?? ""}
                choices={[
                  {
                    value: "",
                    label: isRegional ? t("byRegion") : t("byDefault", { choice: choices[0]?.label ?? "" }),
                  },
                  ...choices,
                ]}
              />
            ))}
          </div>
        </>
      )}
    </Form>
  );
}
