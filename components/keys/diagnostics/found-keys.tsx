import type { Route } from "next";
import { useTranslations } from "next-intl";
import { KeyName } from "@/components/access/key-name";
import { KeyBadge } from "@/components/keys/key-badge";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { FoundKey } from "@/lib/keys/request-log/diagnostics/diagnosis";
import { tracePath } from "@/lib/speech/trace/path";

/** The keys that a pasted secret, or its last characters, can belong to. */
export function FoundKeys({ keys, business }: { keys: FoundKey[]; business: string }) {
  const t = useTranslations("diagnostics");
  return (
    <div className="grid gap-4">
      {keys.map((key) => (
        <Card key={`${key.id} ${key.hint} ${key.oldUntil}`} title={key.name}>
          <div className="grid justify-items-start gap-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <KeyName {...key} />
              <KeyBadge {...key} />
            </p>
            <p>{t(key.oldUntil ? "state.old" : `state.${key.status}`)}</p>
            {key.oldUntil && (
              <p className="text-muted">
                {t.rich("oldUntil", { when: () => <RelativeTime time={key.oldUntil ?? new Date(0)} /> })}
              </p>
            )}
            <LastRejection refusal={key.lastRejection} business={business} />
            <Link href={`/console/${business}/keys/${key.id}` as Route} className="underline">
              {t("openKey")}
            </Link>
          </div>
        </Card>
      ))}
    </div>
  );
}

function LastRejection({ refusal, business }: { refusal: FoundKey["lastRejection"]; business: string }) {
  const t = useTranslations("diagnostics");
  if (!refusal) return <p className="text-muted">{t("noRefusal")}</p>;
  return (
    <p>
      {t.rich("lastRefusal", {
        when: () => <RelativeTime time={refusal.createdAt} />,
        code: () => <code className="font-mono text-sm">{refusal.code}</code>,
      })}{" "}
      <Link href={tracePath(business, refusal.requestId)} className="underline">
        {t("why")}
      </Link>
    </p>
  );
}
