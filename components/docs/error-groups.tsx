import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ErrorTopic } from "@/lib/api/openapi/error-topics";
import { type DocumentedError, ErrorEntry } from "./error-entry";

const inCode = (words: ReactNode) => <code className="font-mono text-base">{words}</code>;

/** Every code of the API: first the retryable ones, then the others, each by topic. */
export function ErrorGroups({
  errors,
  topics,
}: {
  errors: readonly (DocumentedError & { topic: ErrorTopic })[];
  topics: readonly ErrorTopic[];
}) {
  const t = useTranslations("docs.errors");
  return (["retryable", "final"] as const).map((group) => {
    const inGroup = errors.filter(({ retryable }) => retryable === (group === "retryable"));
    return (
      <section key={group} aria-labelledby={`group-${group}`} className="grid gap-4">
        <h2 id={`group-${group}`} className="font-semibold text-xl">
          {t(`groups.${group}`)}
        </h2>
        <p className="max-w-text text-muted">{t.rich(`groupLeads.${group}`, { c: inCode })}</p>
        {topics
          .map((topic) => ({ topic, entries: inGroup.filter((error) => error.topic === topic) }))
          .filter(({ entries }) => entries.length > 0)
          .map(({ topic, entries }) => (
            <div key={topic} className="grid gap-2">
              <h3 className="font-medium text-lg">{t(`topics.${topic}`)}</h3>
              <div className="border-line border-t">
                {entries.map((error) => (
                  <ErrorEntry key={error.code} {...error} />
                ))}
              </div>
            </div>
          ))}
      </section>
    );
  });
}
