import type { Route } from "next";
import { useTranslations } from "next-intl";
import { KeyName } from "@/components/access/key-name";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/text/link";
import type { Origin } from "@/lib/keys/request-log/origin";
import { type Fact, Facts } from "./facts";

type OriginFactsProps = {
  origin: Origin;
  business: string;
  /** The trackingId of a job. */
  trackingId?: string;
};

/** What a developer needs of a request: its ids, the key, and the code and field of an error. */
export function OriginFacts({ origin: { code, field, requestId, key }, business, trackingId }: OriginFactsProps) {
  const t = useTranslations("history.failure");
  const facts: (Fact | null)[] = [
    trackingId ? { label: "trackingId", value: <Id id={trackingId} /> } : null,
    requestId ? { label: t("requestId"), value: <Id id={requestId} /> } : null,
    key && { label: t("key"), value: <Key used={key} business={business} /> },
    code
      ? {
          label: t("code"),
          value: (
            <Link href={`/docs/errors#${code}` as Route} className="font-mono text-sm underline">
              {code}
            </Link>
          ),
        }
      : null,
    field ? { label: t("field"), value: <code className="font-mono text-sm">{field}</code> } : null,
  ];
  return <Facts facts={facts.filter((fact) => fact !== null)} />;
}

function Id({ id }: { id: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 break-all font-mono text-sm">{id}</code>
      <CopyButton text={id} />
    </span>
  );
}

function Key({
  used: { id, name, mode, hint, hasPage },
  business,
}: {
  used: NonNullable<Origin["key"]>;
  business: string;
}) {
  return (
    <span className="grid min-w-0">
      {hasPage ? (
        <Link href={`/console/${business}/keys/${id}` as Route} className="wrap-anywhere underline">
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      <KeyName {...{ hint, mode }} />
    </span>
  );
}
