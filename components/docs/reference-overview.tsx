import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/text/link";
import type { OperationGroup } from "@/lib/api/openapi/groups";
import type { ReferenceOperation, StatusCodes } from "@/lib/api/openapi/reference";
import { StatusCodeList } from "./status-code-list";

type ReferenceOverviewProps = {
  groups: readonly { id: OperationGroup; operations: readonly ReferenceOperation[] }[];
  schemas: readonly string[];
  commonErrors: readonly StatusCodes[];
};

/**
 * Every operation and data type, each with a link to its page. An entry keeps the anchor it had in the former one-page
 * reference, so that old links still work.
 */
export function ReferenceOverview({ groups, schemas, commonErrors }: ReferenceOverviewProps) {
  const t = useTranslations("docs.reference");
  const say = useTranslations("operations");
  return (
    <>
      {groups.map(({ id, operations }) => (
        <section key={id} aria-labelledby={`group-${id}`} className="grid min-w-0 gap-3">
          <div className="grid gap-1">
            <h2 id={`group-${id}`} className="font-semibold text-xl">
              <Link href={`/docs/reference/${id}`} className="underline">
                {t(`groups.${id}.title`)}
              </Link>
            </h2>
            <p className="max-w-text text-muted">{t(`groups.${id}.lead`)}</p>
          </div>
          <ul className="grid gap-2">
            {operations.map(({ name, method, paths }) => (
              <li key={name} id={name} className="grid gap-x-6 sm:grid-cols-2">
                <a href={`/docs/reference/${id}#${name}`} className="underline">
                  {say(name)}
                </a>
                <span className="grid">
                  {paths.map((path) => (
                    <code key={path} className="wrap-anywhere font-mono text-base">
                      {method} {path}
                    </code>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section id="common-errors" aria-labelledby="common-errors-title" className="grid min-w-0 scroll-mt-4 gap-3">
        <div className="grid gap-1">
          <h2 id="common-errors-title" className="font-semibold text-xl">
            {t("commonErrors")}
          </h2>
          <p className="max-w-text text-muted">{t("commonErrorsLead")}</p>
        </div>
        <div className="grid gap-2">
          <StatusCodeList errors={commonErrors} />
        </div>
      </section>
      <section aria-labelledby="data-types" className="grid min-w-0 gap-3">
        <div className="grid gap-1">
          <h2 id="data-types" className="font-semibold text-xl">
            <Link href="/docs/reference/data-types" className="underline">
              {t("schemas")}
            </Link>
          </h2>
          <p className="max-w-text text-muted">{t("schemasLead")}</p>
        </div>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {schemas.map((name) => (
            <li key={name} id={name}>
              <a href={`/docs/reference/data-types#${name}`} className="font-mono text-base underline">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
