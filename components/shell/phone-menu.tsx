"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Sheet } from "@/components/ui/dialogs/dialog";

/** The sidebar as a sheet. Opening a page closes it. */
export function PhoneMenu({ children }: { children: ReactNode }) {
  const t = useTranslations("shell");
  return (
    <Sheet
      key={usePathname()}
      side="left"
      title={t("menu")}
      trigger={{ label: t("openMenu"), icon: <Menu />, iconOnly: true, side: "bottom" }}
    >
      {children}
    </Sheet>
  );
}
