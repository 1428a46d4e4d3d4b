import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/text/badge";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { PasskeySummary } from "@/lib/people/passkeys/service";
import { RemovePasskeyDialog } from "./remove-passkey-dialog";
import { RenamePasskeyDialog } from "./rename-passkey-dialog";

type PasskeyRowProps = { passkey: PasskeySummary; isLastFactor: boolean; goOnAt: string };

export function PasskeyRow({ passkey, isLastFactor, goOnAt }: PasskeyRowProps) {
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
