import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/text/code-block";

const fields = ["code", "message", "messageVi", "param", "requestId", "docUrl", "retryable"] as const;

const inCode = (words: ReactNode) => <code className="font-mono text-base">{words}</code>;

/** An example of an error response, and the meaning of each field. */
export function ProblemExample({ problem }: { problem: Record<string, unknown> }) {
  const t = useTranslations("docs.errors");
  return (
    <section aria-labelledby="shape" className="grid min-w-0 gap-4">
      <h2 id="shape" className="font-semibold text-xl">
        {t("shape")}
      </h2>
      <p className="max-w-text">{t.rich("shapeLead", { c: inCode })}</p>
      <CodeBlock label="application/problem+json" code={JSON.stringify(problem, null, 2)} />
      <dl className="grid gap-2">
        {fields.map((field) => (
          <div key={field} className="grid gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <dt className="font-mono text-base leading-6">{field}</dt>
            <dd className="max-w-text">{t.rich(`fields.${field}`, { c: inCode })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
