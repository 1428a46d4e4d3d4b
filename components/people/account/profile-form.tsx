"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import type { Choice } from "@/components/ui/fields/select";
import { SelectField } from "@/components/ui/fields/select-field";
import { Card } from "@/components/ui/text/card";
import { updateProfileAction } from "@/lib/people/account/actions";
import type { Profile } from "@/lib/people/account/schema";
import { idle } from "@/lib/platform/form";
import { locales } from "@/lib/platform/i18n/locale";

type ProfileFormProps = { profile: Profile; zones: readonly Choice[] };

export function ProfileForm({ profile, zones }: ProfileFormProps) {
  const t = useTranslations("account");
  const shell = useTranslations("shell");
  const [state, update] = useActionState(updateProfileAction, idle);

  return (
    <Card title={t("details")}>
      <Form action={update}>
        <AskUnsaved state={state} />
        <FormMessage state={state} />
        <FormNotice state={state}>{t("saved")}</FormNotice>
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
        <SubmitButton>{t("save")}</SubmitButton>
      </Form>
    </Card>
  );
}
