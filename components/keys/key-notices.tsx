import { useLocale, useTimeZone, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { KeyName } from "@/components/access/key-name";
import { StepUp } from "@/components/people/account/step-up";
import { Notice } from "@/components/ui/feedback/notice";
import { Form } from "@/components/ui/fields/form";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { endOldSecretAction, narrowKeyAction } from "@/lib/keys/actions";
import type { KeyDetail } from "@/lib/keys/detail";
import { formatTime } from "@/lib/platform/i18n/format";

type KeyNoticesProps = { shown: KeyDetail; business: string; mayWrite: boolean };

/** Warnings for a key's members, each with what to do about it. */
export function KeyNotices({ shown, business, mayWrite }: KeyNoticesProps) {
  const [t, locale, timeZone] = [useTranslations("keys"), useLocale(), useTimeZone()];
  const { id, status, flags, expiresAt, oldSecret, unusedScope, leakSource, leakUrl, exposedAt, exposedWhere } = shown;
  const about = { business, id };
  return (
    <div className="grid gap-3 empty:hidden">
      {status === "leaked" && (
        <Notice kind="danger">
          <p>{t("leaked", { source: leakSource ?? "?" })}</p>
          {leakUrl && <p className="wrap-anywhere font-mono text-sm">{leakUrl}</p>}
          <p>{t("leakedDo")}</p>
        </Notice>
      )}
      {flags.includes("exposed") && exposedAt && (
        <Notice kind="warning">
          <p>
            {t.rich("exposed", {
              when: () => <RelativeTime time={exposedAt} />,
              where: t(`exposedWhere.${exposedWhere === "referer" ? "referer" : "url"}`),
            })}
          </p>
          <p>{t("exposedDo")}</p>
        </Notice>
      )}
      {flags.includes("holderLeft") && <Notice kind="warning">{t("holderLeft")}</Notice>}
      {(status === "expiring" || status === "expired") && expiresAt && (
        <Notice kind="warning">{t.rich(status, { when: () => <RelativeTime time={expiresAt} /> })}</Notice>
      )}
      {oldSecret && (
        <Notice>
          <Act
            form={
              mayWrite && (
                <Form
                  action={endOldSecretAction}
                  hidden={about}
                  submit={t("endOld")}
                  stepUp={StepUp}
                  button={{ variant: "secondary", size: "small" }}
                />
              )
            }
          >
            {t.rich("rotating", {
              key: () => <KeyName hint={oldSecret.hint} mode={shown.mode} />,
              until: () => formatTime(oldSecret.until, locale, timeZone),
            })}{" "}
            {oldSecret.lastUsedAt
              ? t.rich("oldUsed", { when: () => <RelativeTime time={oldSecret.lastUsedAt ?? oldSecret.since} /> })
              : t("oldUnused")}
          </Act>
        </Notice>
      )}
      {unusedScope && (
        <Notice>
          <Act
            form={
              mayWrite && (
                <Form
                  action={narrowKeyAction}
                  hidden={{ ...about, scope: unusedScope }}
                  submit={t("narrow")}
                  stepUp={StepUp}
                  button={{ variant: "secondary", size: "small" }}
                />
              )
            }
          >
            {t("unused", { service: t(`scopes.${unusedScope}`) })}
          </Act>
        </Notice>
      )}
    </div>
  );
}

const Act = ({ form, children }: { form: ReactNode; children: ReactNode }) => (
  <div className="grid gap-2">
    <p>{children}</p>
    {form}
  </div>
);
