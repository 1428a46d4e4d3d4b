import { Ban, CircleAlert, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RequestRow } from "@/lib/keys/request-log/rows";

const looks = {
  completed: { Icon: CircleCheck, look: "text-jade" },
  failed: { Icon: CircleAlert, look: "text-danger" },
  rejected: { Icon: Ban, look: "text-danger" },
};

/** How a request ended. What is usual is an icon alone. */
export function RequestStatus({ status }: Pick<RequestRow, "status">) {
  const t = useTranslations("history.statuses");
  const { Icon, look } = looks[status];
  return (
    <span className={`flex items-center gap-1.5 font-medium text-sm whitespace-nowrap ${look}`}>
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.5} />
      <span className={status === "completed" ? "sr-only" : "@max-[44rem]:sr-only"}>{t(status)}</span>
    </span>
  );
}
