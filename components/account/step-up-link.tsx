"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";

/** The link for a form that needs a proof when no dialog can open: to a page that asks, and leads back here. */
export function StepUpLink() {
  const t = useTranslations("account.stepUp");
  return <Link href={{ pathname: "/account/confirm", query: { next: usePathname() } }}>{t("link")}</Link>;
}
