"use client";

import { useTranslations } from "next-intl";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import type { Choice } from "@/components/ui/fields/controls";
import { Field, SelectField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { Card } from "@/components/ui/text/card";
import { updateProfileAction } from "@/lib/people/account/actions";
import type { Profile } from "@/lib/people/account/schema";
import { locales } from "@/lib/platform/i18n/locale";

type ProfileFormProps = { profile: Profile; zones: readonly Choice[] };

export function ProfileForm({ profile, zones }: ProfileFormProps) {
  const t = useTranslations("account");
  const shell = useTranslations("shell");

  return (
    <Card title={t("details")}>
      <Form action={updateProfileAction} notice={t("saved")} submit={t("save")}>
        {(state) => (
          <>
            <AskUnsaved state={state} />
            <Field
              label={t("name")}
              name="name"
              defaultValue={profile.name}
              state={state}
              autoComplete="name"
              key={profile.name}
              required
            />
            <Field
              label={t("phone")}
              name="phone"
              type="tel"
              hint={t("phoneHint")}
              defaultValue={profile.phone ?? ""}
              state={state}
              autoComplete="tel"
              key={`phone ${profile.phone}`}
            />
            <SelectField
              label={t("locale")}
              name="locale"
              hint={t("localeHint")}
              choices={locales.map((value) => ({ value, label: shell(`languages.${value}`) }))}
              defaultValue={profile.locale}
              state={state}
            />
            <SelectField
              label={t("timeZone")}
              name="timeZone"
              hint={t("timeZoneHint")}
              choices={zones}
              defaultValue={profile.timeZone}
              state={state}
            />
          </>
        )}
      </Form>
    </Card>
  );
}
