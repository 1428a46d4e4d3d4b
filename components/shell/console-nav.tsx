import { BookOpen } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { Role } from "@/lib/access/principals/roles";
import { itemsFor, pagePath } from "./nav-items";
import { NavLink } from "./nav-link";

type ConsoleNavProps = { business: string /** The reader's own. */; role: Role };

export function ConsoleNav({ business, role }: ConsoleNavProps) {
  const t = useTranslations("shell");
  return (
    <nav aria-label={t("navigation")} className="grid flex-1 content-start gap-0.5">
      {itemsFor(role).map(({ path, word, Icon }) => (
        <NavLink
          key={path}
          href={pagePath(business, path)}
          isExact={path === ""}
          icon={<Icon strokeWidth={1.5} />}
          label={t(word)}
        />
      ))}
      <NavLink href={"/docs" as Route} icon={<BookOpen strokeWidth={1.5} />} label={t("docs")} />
    </nav>
  );
}
