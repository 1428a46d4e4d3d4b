"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/fields/form";
import { removePronunciationAction } from "@/lib/speech/actions";

export function RemovePronunciation({ business, written }: { business: string; written: string }) {
  const t = useTranslations("pronunciations");
  return (
    <Form
      action={removePronunciationAction}
      hidden={{ business, written }}
      submit={t("remove")}
      button={{ variant: "ghost", size: "small", "aria-label": t("removeWord", { written }) }}
    />
  );
}
