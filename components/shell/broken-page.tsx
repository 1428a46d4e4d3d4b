"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { ErrorState } from "@/components/ui/feedback/error-state";
import { useSupportContact } from "./support-contact";

export type BrokenPageProps = { error: Error & { digest?: string }; retry: () => void };

/** Replaces a page that failed, with a button to try again. */
export function BrokenPage({ error, retry }: BrokenPageProps) {
  const t = useTranslations("ui.error");
  const contact = useSupportContact();
  return (
    <ErrorState
      heading="h1"
      title={t("title")}
      requestId={error.digest}
      action={<Button onClick={retry}>{t("action")}</Button>}
    >
      {t("lead")}
      {contact && error.digest && (
        <p className="wrap-anywhere">
          {t.rich("support", {
            contact: () => (
              <a href={contact.href} className="underline">
                {contact.text}
              </a>
            ),
          })}
        </p>
      )}
    </ErrorState>
  );
}
