import type { Route } from "next";
import { useTranslations } from "next-intl";
import { KeyName } from "@/components/access/key-name";
import { KeyBadge } from "@/components/keys/key-badge";
import { StepUp } from "@/components/people/account/step-up";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { Form } from "@/components/ui/fields/form";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { allowAddressAction } from "@/lib/keys/request-log/diagnostics/actions";
import type { Diagnosis, FoundKey, RejectedCall } from "@/lib/keys/request-log/diagnostics/diagnosis";
import { tracePath } from "@/lib/speech/path";

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

/** The keys that a pasted secret, or its last characters, can belong to. */
function FoundKeys({ keys, business }: { keys: FoundKey[]; business: string }) {
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

type RejectedRequestCardProps = { call: RejectedCall; business: string; mayWrite: boolean };

/** The rule that rejected a request, since when it applies, and the one step that changes it. */
function RejectedRequestCard({ call, business, mayWrite }: RejectedRequestCardProps) {
  const t = useTranslations("diagnostics");
  const { code, at, method, path, since, key, isFixed } = call;
  const rule = ruleOf(call);
  const page = `/console/${business}/keys/${key.id}` as Route;
  return (
    <Card title={t("refused.title")}>
      <div className="grid justify-items-start gap-4">
        <p>
          {t.rich("refused.lead", {
            when: () => <RelativeTime time={at} />,
            call: () => <code className="wrap-anywhere font-mono text-sm">{`${method} ${path}`}</code>,
            key: () => (
              <Link href={page} className="wrap-anywhere font-medium underline">
                {key.name}
              </Link>
            ),
            secret: () => <KeyName {...key} />,
          })}
        </p>
        <div className="grid gap-1">
          <p className="font-medium">{rule ? t(`rules.${rule}`, call.values) : t("rules.other")}</p>
          <p className="text-muted text-sm">
            <code className="font-mono">{code}</code>
            {since && <> · {t.rich("since", { when: () => <RelativeTime time={since} /> })}</>}
          </p>
        </div>
        {isFixed ? (
          <Notice kind="success">{t("isFixed")}</Notice>
        ) : (
          <Remedy call={call} business={business} mayWrite={mayWrite} page={page} />
        )}
        <Link href={`/docs/errors#${code}` as Route} className="wrap-anywhere underline">
          {t("readMore", { code })}
        </Link>
      </div>
    </Card>
  );
}

function Remedy({ call, business, mayWrite, page }: RejectedRequestCardProps & { page: Route }) {
  const t = useTranslations("diagnostics");
  const rule = ruleOf(call);
  const { fix, key, values } = call;
  const address = String(values.address ?? "");
  return (
    <>
      {rule && <p>{t(`remedies.${rule}`, values)}</p>}
      {!mayWrite && fix !== "none" && <p className="text-muted">{t("askSomeone")}</p>}
      {mayWrite && fix === "allow-address" && (
        <Form
          action={allowAddressAction}
          hidden={{ business, id: key.id, address }}
          submit={t("allow", { address })}
          stepUp={StepUp}
          button={{ variant: "secondary", size: "small" }}
        />
      )}
      {mayWrite && fix === "edit-key" && <ButtonLink href={`${page}#settings` as Route}>{t("editKey")}</ButtonLink>}
      {mayWrite && fix === "another-key" && (
        <ButtonLink href={`/console/${business}/keys` as Route}>{t("anotherKey")}</ButtonLink>
      )}
    </>
  );
}

const rules = [
  "IP_NOT_ALLOWED",
  "SCOPE_MISSING",
  "LIVE_KEY_REQUIRED",
  "REGION_NOT_ALLOWED",
  "BUSINESS_SUSPENDED",
  "RATE_LIMITED_KEY",
  "RATE_LIMITED_BUSINESS",
  "CONCURRENCY_LIMITED_KEY",
  "CONCURRENCY_LIMITED_BUSINESS",
  "SPEND_CAP_REACHED",
  "INSUFFICIENT_CREDIT",
  "OVERLOADED",
] as const;

const deaths = ["revoked", "expired", "archived"] as const;

/** The rule for which this page has a text of its own; the others use the general error messages. */
function ruleOf({ code, reason }: Pick<RejectedCall, "code" | "reason">) {
  return rules.find((rule) => rule === code) ?? deaths.find((death) => death === reason);
}
