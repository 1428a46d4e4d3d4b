import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/ui/text/code-block";
import type { CodeSample } from "./code-samples";

/** The quickstart in each programming language, folded. */
export function CodeSamples({ samples }: { samples: readonly CodeSample[] }) {
  const t = useTranslations("docs.samples");
  return (
    <section aria-labelledby="samples" className="grid min-w-0 gap-4">
      <h2 id="samples" className="font-semibold text-xl">
        {t("title")}
      </h2>
      <p className="max-w-text">{t("lead")}</p>
      {samples.map(({ language, code }) => (
        <details key={language} className="grid min-w-0 gap-2">
          <summary className="cursor-pointer rounded-control py-1 font-medium">{language}</summary>
          <CodeBlock label={t("sample", { language })} code={code} />
        </details>
      ))}
    </section>
  );
}
