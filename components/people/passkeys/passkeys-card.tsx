import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import { passkeyLimit } from "@/lib/people/passkeys/schema";
import type { PasskeySummary } from "@/lib/people/passkeys/service";
import { AddPasskey } from "./add-passkey";
import { PasskeyRow } from "./passkey-row";

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
      <div id={here} tabIndex={-1} className="grid gap-4 outline-none">
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
