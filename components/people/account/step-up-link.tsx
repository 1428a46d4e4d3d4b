"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/text/link";

/** The link for a form that needs a proof when no dialog can open: to a page that asks, and leads back here. */
export function StepUpLink() {
  const t = useTranslations("account.stepUp");
  return <Link href={{ pathname: "/account/confirm", query: { next: usePathname() } }}>{t("link")}</Link>;
}
