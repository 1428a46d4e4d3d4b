import { useTranslations } from "next-intl";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { IdLine } from "@/components/ui/text/id-line";
import type { Trace } from "@/lib/speech/trace/steps";

const kinds: Record<Trace["status"], BadgeKind> = { completed: "success", failed: "danger", rejected: "danger" };

export function TraceHead({ trace }: { trace: Trace }) {
  const t = useTranslations("trace");
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_auto_1fr]">
      <div>
        <dt className="text-muted text-sm">{t("status")}</dt>
        <dd className="min-h-9 content-center">
          <Badge kind={kinds[trace.status]}>{t(`statuses.${trace.status}`)}</Badge>
        </dd>
      </div>
      {trace.status !== "rejected" && (
        <div className="min-w-0">
          <dt className="text-muted text-sm">trackingId</dt>
          <dd>
            <IdLine id={trace.id} what="trackingId" />
          </dd>
        </div>
      )}
      {trace.requestId && (
        <div className="min-w-0">
          <dt className="text-muted text-sm">{t("requestId")}</dt>
          <dd>
            <IdLine id={trace.requestId} what={t("requestId")} />
          </dd>
        </div>
      )}
    </dl>
  );
}
