import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { NoticeRow, NoticesAddress } from "@/lib/access/notices/schema";
import { withQuery } from "@/lib/platform/with-query";
import { MarkReadForm, NoticeLink } from "./notice-actions";

export const noticesPath = (address: NoticesAddress = {}): Route => withQuery("/account/notices", address);

export function NoticeList({ notices }: { notices: readonly NoticeRow[] }) {
  const t = useTranslations("notices");
  return (
    <Card padded={false}>
      <ul aria-label={t("title")} className="divide-y divide-line">
        {notices.map((notice) => (
          <li key={notice.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
            <span
              className={notice.isRead ? "size-2 shrink-0" : "size-2 shrink-0 rounded-full bg-ink"}
              {...(!notice.isRead && { role: "img", "aria-label": t("unread") })}
            />
            <span className="min-w-0 flex-1 basis-56">
              <NoticeLink notice={notice} />
              <span className="block text-muted text-sm">
                <RelativeTime time={notice.createdAt} />
              </span>
            </span>
            {!notice.isRead && <MarkReadForm id={notice.id} text={notice.text} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}
