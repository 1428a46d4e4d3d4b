"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { Switch } from "@/components/ui/fields/switch";
import { Card } from "@/components/ui/text/card";
import { idle } from "@/lib/form";
import { setNoticePreferencesAction } from "@/lib/notices/actions";
import { type OptionalKind, optionalKinds } from "@/lib/notices/choices";

export function PreferencesForm({ preferences }: { preferences: Record<OptionalKind, boolean> }) {
  const t = useTranslations("notices");
  const [state, save] = useActionState(setNoticePreferencesAction, idle);
  return (
    <Card title={t("preferences")}>
      <Form action={save}>
        <FormMessage state={state} />
        <FormNotice state={state}>{t("saved")}</FormNotice>
        <p className="text-muted">{t("preferencesLead")}</p>
        {optionalKinds.map((kind) => (
          <Switch
            key={`${kind} ${preferences[kind]}`}
            name={kind}
            label={t(`kinds.${kind}`)}
            defaultChecked={preferences[kind]}
          />
        ))}
        <SubmitButton>{t("save")}</SubmitButton>
      </Form>
    </Card>
  );
}
