import type { Route } from "next";
import { useTranslations } from "next-intl";
import { KeyName } from "@/components/access/key-name";
import { StepUp } from "@/components/people/account/step-up";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { Form } from "@/components/ui/fields/form";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { allowAddressAction } from "@/lib/keys/request-log/diagnostics/actions";
import type { RejectedCall } from "@/lib/keys/request-log/diagnostics/diagnosis";
import { ruleOf } from "./rules";

type RejectedRequestCardProps = { call: RejectedCall; business: string; mayWrite: boolean };

/** The rule that rejected a request, since when it applies, and the one step that changes it. */
export function RejectedRequestCard({ call, business, mayWrite }: RejectedRequestCardProps) {
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
