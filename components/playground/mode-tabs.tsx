import { clsx } from "clsx";
import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";

export type Mode = "speak" | "transcribe";

const modes: readonly Mode[] = ["speak", "transcribe"];

/** The playground's two sides. */
export function ModeTabs({ business, mode }: { business: string; mode: Mode }) {
  const t = useTranslations("playground.modes");
  const at = { speak: "", transcribe: "/transcribe" };
  return (
    <nav aria-label={t("title")} className="flex gap-6 border-line border-b">
      {modes.map((each) => (
        <Link
          key={each}
          href={`/console/${business}/playground${at[each]}` as Route}
          aria-current={each === mode ? "page" : undefined}
          className={clsx(
            "-mb-px flex min-h-11 items-center border-b-2 px-1 font-medium transition-colors",
            each === mode ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
          )}
        >
          {t(each)}
        </Link>
      ))}
    </nav>
  );
}
