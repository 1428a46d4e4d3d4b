"use client";

import { useTranslations } from "next-intl";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { editEndpointAction } from "@/lib/webhooks/endpoints/actions";
import { EndpointFields, type EndpointValues } from "./endpoint-fields";

type EditEndpointFormProps = { business: string; id: string; values: EndpointValues };

export function EditEndpointForm({ business, id, values }: EditEndpointFormProps) {
  const t = useTranslations("webhooks.form");
  const [state, save] = useFormAction(editEndpointAction);
  return (
    <FreshForm state={state} action={save} hidden={{ business, id }}>
      <EndpointFields
        key={JSON.stringify(values)}
        state={state}
        values={values}
        isKept={values.securityType !== "none"}
      />
      <FormMessage state={state} />
      <FormNotice state={state}>{t("saved")}</FormNotice>
      <SubmitButton>{t("save")}</SubmitButton>
    </FreshForm>
  );
}
