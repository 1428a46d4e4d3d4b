"use client";

import type { Route } from "next";
import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/ui/text/code-block";
import { Link } from "@/components/ui/text/link";

/** The run as code, and where to get a key for it. */
export function RequestCode({ command, business }: { command: string; business: string }) {
  const t = useTranslations("playground.code");
  return (
    <div className="grid min-w-0 gap-2">
      <CodeBlock label="curl" code={command} />
      <p className="text-muted text-sm">
        {t.rich("key", {
          code: (words) => <code className="font-mono text-ink">{words}</code>,
          link: (words) => <Link href={`/console/${business}/keys` as Route}>{words}</Link>,
        })}
      </p>
    </div>
  );
}
