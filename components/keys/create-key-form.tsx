"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { Form } from "@/components/ui/fields/form";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { createKeyAction } from "@/lib/keys/actions";
import { type KeyMode, keyModes } from "@/lib/keys/choices";
import type { FirstCallExample } from "./first-call";
import { type KeyBounds, KeyFields } from "./key-fields";
import { NewSecret } from "./new-secret";

type CreateKeyFormProps = { business: string; example: FirstCallExample; bounds: Record<KeyMode, KeyBounds> };

export function CreateKeyForm({ business, example, bounds }: CreateKeyFormProps) {
  const t = useTranslations("keys");
  const [mode, setMode] = useState<KeyMode>("live");
  const choices = keyModes.map((value) => ({
    value,
    label: t(`modes.${value}.label`),
    hint: t(`modes.${value}.hint`),
  }));
  return (
    <Form
      action={createKeyAction}
      stepUp={StepUp}
      hidden={{ business }}
      result={({ secret }) => <NewSecret secret={secret} example={example} />}
      cancel={t("cancel")}
      submit={t("create")}
    >
      {(state) => (
        <>
          <RadioCards
            legend={t("mode")}
            name="mode"
            choices={choices}
            defaultValue={mode}
            onValueChange={(value) => setMode(value as KeyMode)}
          />
          <KeyFields state={state} bounds={bounds[mode]} mode={mode} />
        </>
      )}
    </Form>
  );
}
