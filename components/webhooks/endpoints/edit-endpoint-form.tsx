"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Form } from "@/components/ui/fields/form";
import { editEndpointAction } from "@/lib/webhooks/endpoints/actions";
import { EndpointFields, type EndpointValues } from "./endpoint-fields";

type EditEndpointFormProps = { business: string; id: string; values: EndpointValues };

export function EditEndpointForm({ business, id, values }: EditEndpointFormProps) {
  const t = useTranslations("webhooks.form");
  return (
    <Form
      action={editEndpointAction}
      hidden={{ business, id }}
      stepUp={StepUp}
      wide
      notice={t("saved")}
      submit={t("save")}
    >
      {(state) => (
        <EndpointFields
          key={JSON.stringify(values)}
          state={state}
          values={values}
          isKept={values.securityType !== "none"}
        />
      )}
    </Form>
  );
}
