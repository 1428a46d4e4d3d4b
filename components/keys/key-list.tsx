import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import type { KeySummary } from "@/lib/keys/service";
import { KeyTable } from "./key-table";

type KeyListProps = { business: string; keys: readonly KeySummary[]; mayRevoke: boolean };

const here = "key-list";

/** The active keys, and below them, less prominent, the inactive ones. */
export function KeyList({ business, keys, mayRevoke }: KeyListProps) {
  const t = useTranslations("keys");
  const live = keys.filter(({ revokedAt }) => !revokedAt);
  const revoked = keys.filter(({ revokedAt }) => revokedAt);
  return (
    <section id={here} tabIndex={-1} aria-label={t("title")} className="grid gap-6 outline-none">
      {live.length > 0 && (
        <Card padded={false}>
          <KeyTable caption={t("liveKeys")} business={business} mayRevoke={mayRevoke} keys={live} goOnAt={here} />
        </Card>
      )}
      {revoked.length > 0 && (
        <details className="grid gap-3 text-muted" open={live.length === 0}>
          <summary className="w-fit cursor-pointer font-medium text-sm pointer-coarse:min-h-11">
            {t("revokedCount", { count: revoked.length })}
          </summary>
          <Card padded={false}>
            <KeyTable caption={t("revokedKeys")} business={business} keys={revoked} goOnAt={here} />
          </Card>
        </details>
      )}
    </section>
  );
}
