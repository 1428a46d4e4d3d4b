"use client";

import { useTranslations } from "next-intl";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { Form } from "@/components/ui/fields/form";
import { Switch } from "@/components/ui/fields/switch";
import { Card } from "@/components/ui/text/card";
import { type OptionalKind, optionalKinds } from "@/lib/access/notices/choices";
import { setNoticePreferencesAction } from "@/lib/businesses/notices/actions";

export function PreferencesForm({ preferences }: { preferences: Record<OptionalKind, boolean> }) {
  const t = useTranslations("notices");
  return (
    <div id="emails" className="scroll-mt-4">
      <Card title={t("preferences")}>
        <Form action={setNoticePreferencesAction} notice={t("saved")} submit={t("save")}>
          {(state) => (
            <>
              <AskUnsaved state={state} />
              <p className="text-muted">{t("preferencesLead")}</p>
              {optionalKinds.map((kind) => (
                <Switch
                  key={`${kind} ${preferences[kind]}`}
                  name={kind}
                  label={t(`kinds.${kind}`)}
                  defaultChecked={preferences[kind]}
                />
              ))}
            </>
          )}
        </Form>
      </Card>
    </div>
  );
}
