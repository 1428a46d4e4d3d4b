import type { Route } from "next";
import { useTranslations } from "next-intl";
import { KeyName } from "@/components/keys/key-name";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/text/link";
import type { Failure } from "@/lib/request-log/failure";
import { Facts } from "./facts";

type JobFailureProps = { failure: Failure; business: string };

/** What a developer needs of a failed job: code, field, key and request ID. */
export function JobFailure({ failure: { code, field, requestId, key }, business }: JobFailureProps) {
  const t = useTranslations("history.failure");
  const facts = [
    ...(code
      ? [
          {
            label: t("code"),
            value: (
              <Link href={`/docs/errors#${code}` as Route} className="font-mono text-sm underline">
                {code}
              </Link>
            ),
          },
        ]
      : []),
    ...(field ? [{ label: t("field"), value: <code className="font-mono text-sm">{field}</code> }] : []),
    ...(key ? [{ label: t("key"), value: <Key failed={key} business={business} /> }] : []),
    ...(requestId
      ? [
          {
            label: t("requestId"),
            value: (
              <span className="flex min-w-0 items-center gap-1">
                <code className="min-w-0 break-all font-mono text-sm">{requestId}</code>
                <CopyButton text={requestId} />
              </span>
            ),
          },
        ]
      : []),
  ];
  return <Facts facts={facts} />;
}

function Key({
  failed: { id, name, hint, hasPage },
  business,
}: {
  failed: NonNullable<Failure["key"]>;
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
      <KeyName hint={hint} />
    </span>
  );
}
