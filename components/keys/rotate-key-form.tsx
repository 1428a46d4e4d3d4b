"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Form } from "@/components/ui/fields/form";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { rotateKeyAction } from "@/lib/keys/actions";
import { overlaps } from "@/lib/keys/choices";
import { NewSecret } from "./new-secret";

export function RotateKeyForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("keys");
  const choices = overlaps.map((value) => ({
    value,
    label: t(`overlaps.${value}.label`),
    hint: t(`overlaps.${value}.hint`),
  }));
  return (
    <Form
      action={rotateKeyAction}
      stepUp={StepUp}
      hidden={{ business, id }}
      result={({ secret }) => <NewSecret secret={secret} />}
      cancel={t("cancel")}
      submit={t("rotateNow")}
    >
      <RadioCards legend={t("overlap")} name="overlap" defaultValue="24" choices={choices} />
    </Form>
  );
}
