"use client";

import { Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog, DialogActions, DialogClose } from "@/components/ui/dialogs/dialog";
import { Form, type FormAction } from "@/components/ui/fields/form";
import { CodeBlock } from "@/components/ui/text/code-block";

type ShareDialogProps = {
  title: string;
  /** What the link shows, and to whom. */
  lead: string;
  /** The dialog opens under this hash of the page. */
  hash?: `#${string}`;
  action: FormAction<{ url: string }>;
  hidden: Record<string, string>;
  /** The choices, with the errors of their fields. */
  children: (errors: Record<string, string>) => ReactNode;
};

/** Makes a link for people outside the business that works for some days, and shows it once. */
export function ShareDialog({ title, lead, hash, action, hidden, children }: ShareDialogProps) {
  const t = useTranslations("ui.share");
  return (
    <Dialog
      title={title}
      lead={lead}
      hash={hash}
      trigger={{ label: t("open"), icon: <Share2 aria-hidden />, size: "small" }}
    >
      <Form
        action={action}
        stepUp={StepUp}
        hidden={hidden}
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
        {(state) => children(state.status === "refused" ? state.fields : {})}
      </Form>
    </Dialog>
  );
}
