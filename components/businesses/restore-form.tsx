"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Form } from "@/components/ui/fields/form";
import { restoreBusinessAction } from "@/lib/businesses/actions";

export function RestoreForm({ slug, name }: { slug: string; name: string }) {
  const t = useTranslations("businesses");
  return (
    <Form
      action={restoreBusinessAction}
      stepUp={StepUp}
      hidden={{ slug }}
      submit={t("restore")}
      button={{ variant: "secondary", size: "small", "aria-label": t("restoreOf", { name }) }}
    />
  );
}
