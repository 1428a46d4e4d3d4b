import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/text/badge";

/** `words` is the API's own message, in the reader's language. */
export type DocumentedError = { code: string; status: number; retryable: boolean; words: string };

/** One error code, with the anchor that its problem document links to: `#CODE`. */
export function ErrorEntry({ code, status, retryable, words }: DocumentedError) {
  const t = useTranslations("docs.errors");
  return (
    <section
      id={code}
      aria-labelledby={`${code}-title`}
      className="grid scroll-mt-4 gap-1.5 border-line border-b px-3 py-4 target:rounded-control target:bg-hover"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h4 id={`${code}-title`} className="min-w-0">
          <a
            href={`#${code}`}
            className="break-all rounded-small font-medium font-mono text-base text-ink hover:underline"
          >
            {code}
          </a>
        </h4>
        <span className="font-mono text-muted text-sm">{status}</span>
        <Badge kind={retryable ? "success" : "neutral"}>{t(retryable ? "retryable" : "final")}</Badge>
      </div>
      <p className="max-w-text">{words}</p>
    </section>
  );
}
