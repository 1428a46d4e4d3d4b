"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { idle } from "@/lib/platform/form";
import { removePronunciationAction } from "@/lib/speech/actions";

export function RemovePronunciation({ business, written }: { business: string; written: string }) {
  const t = useTranslations("pronunciations");
  const [, remove] = useActionState(removePronunciationAction, idle);
  return (
    <form action={remove}>
      <input type="hidden" name="business" value={business} />
      <input type="hidden" name="written" value={written} />
      <SubmitButton variant="ghost" size="small" aria-label={t("removeWord", { written })}>
        {t("remove")}
      </SubmitButton>
    </form>
  );
}
