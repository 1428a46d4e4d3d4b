import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { Diagnosis } from "@/lib/keys/request-log/diagnostics/diagnosis";
import { tracePath } from "@/lib/speech/trace/path";
import { FoundKeys } from "./found-keys";
import { RejectedRequestCard } from "./rejected-request-card";

type DiagnosisCardProps = { diagnosis: Diagnosis; business: string; mayWrite: boolean };

export function DiagnosisCard({ diagnosis, business, mayWrite }: DiagnosisCardProps) {
  const t = useTranslations("diagnostics");
  if (diagnosis.kind === "refused")
    return <RejectedRequestCard call={diagnosis} business={business} mayWrite={mayWrite} />;
  if (diagnosis.kind === "keys") return <FoundKeys keys={diagnosis.keys} business={business} />;
  if (diagnosis.kind === "mistyped" || diagnosis.kind === "unknown") {
    return <Notice kind="warning">{t(diagnosis.kind)}</Notice>;
  }
  const { kind, trackingId, code, at, key } = diagnosis;
  return (
    <Card title={t(`${kind}.title`)}>
      <div className="grid justify-items-start gap-4">
        <p>
          {t.rich(`${kind}.lead`, { when: () => <RelativeTime time={at} />, key: key?.name ?? "?", code: code ?? "?" })}
        </p>
        <ButtonLink href={tracePath(business, trackingId)}>{t("openHistory")}</ButtonLink>
      </div>
    </Card>
  );
}
