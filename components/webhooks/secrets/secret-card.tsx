"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Card } from "@/components/ui/text/card";
import { RevealForm } from "./reveal-form";
import { RotateSecretDialog } from "./rotate-secret-dialog";

type SecretCardProps = { business: string; id: string; hasHeader: boolean };

/** The secrets of an endpoint: hidden until the reader has proved their identity again. */
export function SecretCard({ business, id, hasHeader }: SecretCardProps) {
  const t = useTranslations("webhooks.secret");
  // A secret that was shown before a rotation is hidden by it.
  const [rotatedAt, setRotatedAt] = useState(0);
  return (
    <Card title={t("title")}>
      <div className="grid gap-5">
        <p className="max-w-text text-muted">{t("lead")}</p>
        <RevealForm key={rotatedAt} {...{ business, id }} what="secret" />
        {hasHeader && <RevealForm {...{ business, id }} what="header" />}
        <div className="grid justify-items-start gap-2 border-line border-t pt-4">
          <p className="max-w-text text-muted">{t("rotateLead")}</p>
          <RotateSecretDialog {...{ business, id }} onRotated={() => setRotatedAt(Date.now())} />
        </div>
      </div>
    </Card>
  );
}
