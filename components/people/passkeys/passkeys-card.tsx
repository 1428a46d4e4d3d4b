import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { passkeyLimit } from "@/lib/people/passkeys/schema";
import type { PasskeySummary } from "@/lib/people/passkeys/service";
import { AddPasskey } from "./add-passkey";
import { RemovePasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs";

type PasskeysCardProps = {
  passkeys: readonly PasskeySummary[];
  /** Whether without them a password alone signs in. */
  isOnlyFactor: boolean;
  account: string;
};

const here = "passkeys";

export function PasskeysCard({ passkeys, isOnlyFactor, account }: PasskeysCardProps) {
  const t = useTranslations("passkeys");
  return (
    <Card title={t("title")}>
      <div id={here} tabIndex={-1} className="grid gap-4 scroll-mt-16 outline-none">
        {passkeys.length === 0 ? (
          <div className="grid max-w-text gap-1">
            <h3 className="font-medium">{t("emptyTitle")}</h3>
            <p className="text-muted text-pretty">{t("empty")}</p>
          </div>
        ) : (
          <>
            <p className="max-w-text text-muted">{t("lead")}</p>
            <ul aria-label={t("list")} className="divide-y divide-line border-line border-y">
              {passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  isLastFactor={isOnlyFactor && passkeys.length === 1}
                  goOnAt={here}
                />
              ))}
            </ul>
          </>
        )}
        {passkeys.length < passkeyLimit ? (
          <AddPasskey account={account} />
        ) : (
          <p className="text-muted">{t("full", { max: passkeyLimit })}</p>
        )}
      </div>
    </Card>
  );
}

type PasskeyRowProps = { passkey: PasskeySummary; isLastFactor: boolean; goOnAt: string };

function PasskeyRow({ passkey, isLastFactor, goOnAt }: PasskeyRowProps) {
  const t = useTranslations("passkeys");
  const suspended = useTranslations("twoFactor.suspended");
  const { id, name, backedUp, createdAt, lastUsedAt, suspendedAt } = passkey;
  return (
    <li aria-label={name} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 wrap-anywhere font-medium">
          {name}
          {suspendedAt && <Badge kind="warning">{suspended("badge")}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-muted text-sm">
          <span>{t(backedUp ? "synced" : "oneDevice")}</span>
          <span>{t.rich("createdAt", { time: () => <RelativeTime time={createdAt} /> })}</span>
          <span>
            {lastUsedAt ? t.rich("lastUsedAt", { time: () => <RelativeTime time={lastUsedAt} /> }) : t("neverUsed")}
          </span>
        </p>
      </div>
      <div className="flex gap-2">
        <RenamePasskeyDialog id={id} name={name} />
        <RemovePasskeyDialog id={id} name={name} isLastFactor={isLastFactor} goOnAt={goOnAt} />
      </div>
    </li>
  );
}
