"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { TabLinks } from "@/components/ui/lists/tab-links";

export function AccountTabs() {
  const t = useTranslations("account");
  const tabs = [
    { href: "/account", label: t("profile") },
    { href: "/account/security", label: t("security") },
    { href: "/account/notices", label: t("notices") },
    { href: "/account/sign-in-log", label: t("signInLog") },
  ] as const;
  return <TabLinks label={t("navigation")} tabs={tabs} current={usePathname()} />;
}
