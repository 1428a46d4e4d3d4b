import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import { Link } from "@/components/ui/text/link";
import type { Endpoint } from "@/lib/webhooks/endpoints/describe";
import { deliveriesPath } from "./webhooks-path";

type HeldNoticeProps = { business: string; endpoint: Endpoint; held: number };

/** Events that were kept while the endpoint was paused or disabled, and wait for a replay. */
export function HeldNotice({ business, endpoint: { id, status }, held }: HeldNoticeProps) {
  const t = useTranslations("webhooks.notices");
  if (held === 0 || status === "paused" || status === "disabled") return null;
  return (
    <Notice>
      {t.rich("held", {
        count: held,
        link: (words) => (
          <Link href={deliveriesPath(business, id, { state: "held" })} className="underline">
            {words}
          </Link>
        ),
      })}
    </Notice>
  );
}
