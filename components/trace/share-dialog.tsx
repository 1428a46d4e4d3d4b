"use client";

import { Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { FormMessage } from "@/components/ui/fields/form-message";
import { CodeBlock } from "@/components/ui/text/code-block";
import { idle } from "@/lib/form";
import { shareTraceAction } from "@/lib/trace/actions";
import { sharedDays } from "@/lib/trace/choices";

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
  const [state, share] = useActionState(shareTraceAction, idle);
  if (state.status === "done") {
    return (
      <>
        <CodeBlock label={t("link")} code={state.data.url} />
        <DialogActions>
          <DialogClose>{t("close")}</DialogClose>
        </DialogActions>
      </>
    );
  }
  return (
    <FreshForm state={state} action={share} hidden={{ business, id }}>
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="primary">{t("create")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
