import { Route as RouteIcon } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import type { Origin } from "@/lib/keys/request-log/origin";
import type { RejectionRow } from "@/lib/keys/request-log/rows";
import { formatTime } from "@/lib/platform/i18n/format";
import { tracePath } from "@/lib/speech/trace/path";
import { JobFrame } from "./job-frame";
import { OriginFacts } from "./origin-facts";
import { useErrorText } from "./use-error-text";

type RejectionPanelProps = { rejection: RejectionRow; origin: Origin; closed: Route; business: string };

/** A request that was rejected before it became a job. */
export function RejectionPanel({ rejection, origin, closed, business }: RejectionPanelProps) {
  const t = useTranslations();
  const lead = formatTime(rejection.createdAt, useLocale(), useTimeZone());
  const textOf = useErrorText();
  const { code, said, standsFor, requestId, call } = rejection;
  return (
    <JobFrame title={t("history.rejected")} lead={lead} closed={closed}>
      <Notice kind="danger">
        {textOf(code, said)}
        {standsFor > 1 && ` ${t("history.standsFor", { count: standsFor })}`}
      </Notice>
      <p>
        <code className="font-mono text-sm">{call}</code>
      </p>
      <OriginFacts {...{ origin, business }} />
      <div>
        <ButtonLink size="small" href={tracePath(business, requestId)} icon={<RouteIcon aria-hidden />}>
          {t("history.openTrace")}
        </ButtonLink>
      </div>
    </JobFrame>
  );
}
