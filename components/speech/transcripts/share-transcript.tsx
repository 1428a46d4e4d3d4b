"use client";

import { Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog, DialogActions, DialogClose } from "@/components/ui/dialogs/dialog";
import { ChoiceCard } from "@/components/ui/fields/choice-cards";
import { FieldError } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { CodeBlock } from "@/components/ui/text/code-block";
import { sharedDays } from "@/lib/speech/choices";
import { shareTranscriptAction } from "@/lib/speech/transcripts/edits/actions";

/** Makes a link to the words of a transcript, once the member has said that they are to be shown. */
export function ShareTranscript({ business, trackingId }: { business: string; trackingId: string }) {
  const t = useTranslations("transcriptEditor.share");
  return (
    <Dialog
      title={t("title")}
      lead={t("lead", { days: sharedDays })}
      hash="#share"
      trigger={{ label: t("open"), icon: <Share2 aria-hidden />, size: "small" }}
    >
      <Form
        action={shareTranscriptAction}
        stepUp={StepUp}
        hidden={{ business, trackingId }}
        result={({ url }) => (
          <>
            <CodeBlock label={t("link")} code={url} />
            <DialogActions>
              <DialogClose>{t("close")}</DialogClose>
            </DialogActions>
          </>
        )}
        cancel={t("cancel")}
        submit={t("create")}
      >
        {(state) => <ContentChoice error={state.status === "refused" ? state.fields.showsTranscript : undefined} />}
      </Form>
    </Dialog>
  );
}

function ContentChoice({ error }: { error: string | undefined }) {
  const t = useTranslations("transcriptEditor.share");
  const id = useId();
  return (
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
  );
}
