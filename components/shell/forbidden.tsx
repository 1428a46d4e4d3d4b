"use client";

import { Lock } from "lucide-react";
import type { Route } from "next";
import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";

/** In place of content that the member's role may not see; the children say who can change that. */
export function Forbidden({ children }: { children: ReactNode }) {
  const t = useTranslations("ui.forbidden");
  const { business } = useParams<{ business: string }>();
  return (
    <EmptyState
      Icon={Lock}
      title={t("title")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink href={`/console/${business}` as Route}>{t("action")}</ButtonLink>
          <ButtonLink href={"/docs/roles" as Route} variant="ghost">
            {t("roles")}
          </ButtonLink>
        </div>
      }
    >
      {children}
    </EmptyState>
  );
}
