"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { ShareDialog } from "@/components/speech/trace/share-dialog";
import { ChoiceCard } from "@/components/ui/fields/choice-cards";
import { FieldError } from "@/components/ui/fields/field";
import { sharedDays } from "@/lib/speech/choices";
import { shareTranscriptAction } from "@/lib/speech/transcripts/edits/actions";

/** Makes a link to the words of a transcript, once the member has said that they are to be shown. */
export function ShareTranscript({ business, trackingId }: { business: string; trackingId: string }) {
  const t = useTranslations("transcriptEditor.share");
  const id = useId();
  return (
    <ShareDialog
      title={t("title")}
      lead={t("lead", { days: sharedDays })}
      hash="#share"
      action={shareTranscriptAction}
      hidden={{ business, trackingId }}
    >
      {({ showsTranscript: error }) => (
        <div className="grid gap-1.5">
          <ChoiceCard
            type="checkbox"
            name="showsTranscript"
            value="on"
            label={t("content")}
            hint={t("contentHint")}
            aria-describedby={error && id}
            aria-invalid={error ? true : undefined}
          />
          {error && <FieldError id={id}>{error}</FieldError>}
        </div>
      )}
    </ShareDialog>
  );
}
