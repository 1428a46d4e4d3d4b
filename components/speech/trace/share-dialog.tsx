"use client";

import { Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog, DialogActions, DialogClose } from "@/components/ui/dialogs/dialog";
import { ChoiceCard } from "@/components/ui/fields/choice-cards";
import { Form } from "@/components/ui/fields/form";
import { CodeBlock } from "@/components/ui/text/code-block";
import { sharedDays } from "@/lib/speech/choices";
import { shareTraceAction } from "@/lib/speech/trace/actions";

type ShareProps = { business: string; id: string };

/** Makes a link to the trace that works for some days, for people outside the business. */
export function ShareDialog(props: ShareProps) {
  const t = useTranslations("trace.share");
  return (
    <Dialog
      title={t("title")}
      lead={t("lead", { days: sharedDays })}
      trigger={{ label: t("open"), icon: <Share2 aria-hidden />, size: "small" }}
    >
      <ShareForm {...props} />
    </Dialog>
  );
}

function ShareForm({ business, id }: ShareProps) {
  const t = useTranslations("trace.share");
  return (
    <Form
      action={shareTraceAction}
      stepUp={StepUp}
      hidden={{ business, id }}
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
      <ChoiceCard type="checkbox" name="showsPrice" value="on" label={t("showPrice")} />
    </Form>
  );
}
