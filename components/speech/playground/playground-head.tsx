import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import { TabLinks } from "@/components/ui/lists/tab-links";
import { Link } from "@/components/ui/text/link";

/** Each mode's page, under the playground's own. */
const paths = { speak: "", transcribe: "/transcribe", live: "/live", books: "/books" } as const;

type Mode = keyof typeof paths;

const modes = Object.keys(paths) as Mode[];

export function ModeTabs({ business, mode }: { business: string; mode: Mode }) {
  const t = useTranslations("playground.modes");
  const at = (each: Mode) => `/console/${business}/playground${paths[each]}` as Route;
  const tabs = modes.map((each) => ({ href: at(each), label: t(each) }));
  return (
    <div className="border-line border-b">
      <TabLinks label={t("title")} tabs={tabs} current={at(mode)} />
    </div>
  );
}

export function NeedsScript() {
  const t = useTranslations("playground");
  return (
    <noscript>
      <Notice kind="warning">
        {t.rich("noScript", { link: (words) => <Link href={"/docs" as Route}>{words}</Link> })}
      </Notice>
    </noscript>
  );
}
