import { useTranslations } from "next-intl";
import { type DocumentedError, ErrorEntry } from "./error-entry";

/** Who has to do something about it. */
const groups = [
  { id: "request", statuses: [400, 404, 405, 409, 413, 415, 416, 422, 431] },
  { id: "key", statuses: [401, 403] },
  { id: "credit", statuses: [402] },
  { id: "later", statuses: [408, 429, 500, 502, 503] },
] as const;

export function ErrorGroups({ errors }: { errors: readonly DocumentedError[] }) {
  const t = useTranslations("docs.errors");
  return groups.map(({ id, statuses }) => (
    <section key={id} aria-labelledby={`group-${id}`} className="grid gap-2">
      <h2 id={`group-${id}`} className="font-semibold text-xl">
        {t(`groups.${id}`)}
      </h2>
      <p className="max-w-text text-muted">{t(`groupLeads.${id}`)}</p>
      <div className="border-line border-t">
        {errors
          .filter(({ status }) => (statuses as readonly number[]).includes(status))
          .map((error) => (
            <ErrorEntry key={error.code} {...error} />
          ))}
      </div>
    </section>
  ));
}
