"use client";

import { MapPinOff } from "lucide-react";
import type { Route } from "next";
import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";

/** For a page of a business that does not exist, or that the reader may not see. */
export function MissingInBusiness() {
  const t = useTranslations("ui.notFound");
  const { business } = useParams<{ business: string }>();
  return (
    <EmptyState
      Icon={MapPinOff}
      heading="h1"
      title={t("title")}
      action={<ButtonLink href={`/console/${business}` as Route}>{t("toBusiness")}</ButtonLink>}
    >
      {t("leadInBusiness")}
    </EmptyState>
  );
}
