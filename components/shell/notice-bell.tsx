import { Bell } from "lucide-react";
import { useTranslations } from "next-intl";
import { NavLink } from "./nav-link";

export function NoticeBell({ unread }: { unread: number }) {
  const t = useTranslations("notices");
  return (
    <NavLink
      href="/account/notices"
      icon={<Bell aria-hidden />}
      label={t("title")}
      count={
        unread > 0
          ? { shown: unread > 99 ? "99+" : String(unread), label: t("unreadCount", { count: unread }) }
          : undefined
      }
    />
  );
}
