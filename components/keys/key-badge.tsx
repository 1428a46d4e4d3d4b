import { useTranslations } from "next-intl";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { KeyFlag } from "@/lib/keys/flags";
import type { KeySummary } from "@/lib/keys/service";

const kinds: Record<KeySummary["status"], BadgeKind> = {
  active: "success",
  expiring: "warning",
  rotating: "info",
  expired: "neutral",
  revoked: "neutral",
  leaked: "danger",
};

/** A key's status, and since or until when where that helps. */
export function KeyBadge({ status, expiresAt, revokedAt }: Pick<KeySummary, "status" | "expiresAt" | "revokedAt">) {
  const t = useTranslations("keys");
  const time = revokedAt ?? (status === "expiring" || status === "expired" ? expiresAt : null);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 folded:justify-end">
      <Badge kind={kinds[status]}>{t(`statuses.${status}`)}</Badge>
      {time && <RelativeTime time={time} />}
    </span>
  );
}

/** Why an active key should be rotated, as badges. */
export function KeyFlags({ flags }: { flags: readonly KeyFlag[] }) {
  const t = useTranslations("keys.flags");
  return flags.map((flag) => (
    <Badge key={flag} kind="warning">
      {t(flag)}
    </Badge>
  ));
}
