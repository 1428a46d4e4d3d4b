"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  const t = useTranslations("ui.error");
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <ErrorState
        heading="h1"
        title={t("title")}
        requestId={error.digest}
        action={<Button onClick={reset}>{t("action")}</Button>}
      >
        {t("lead")}
      </ErrorState>
    </main>
  );
}
