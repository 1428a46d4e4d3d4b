"use client";

import { useTranslations } from "next-intl";
import { ChoiceCard } from "@/components/ui/fields/choice-cards";
import { sharedDays } from "@/lib/speech/choices";
import { shareTraceAction } from "@/lib/speech/trace/actions";
import { ShareDialog } from "./share-dialog";

/** Makes a link to a trace, with or without its price. */
export function ShareTrace({ business, id }: { business: string; id: string }) {
  const t = useTranslations("trace.share");
  return (
    <ShareDialog
      title={t("title")}
      lead={t("lead", { days: sharedDays })}
      action={shareTraceAction}
      hidden={{ business, id }}
    >
      {() => <ChoiceCard type="checkbox" name="showsPrice" value="on" label={t("showPrice")} />}
    </ShareDialog>
  );
}
