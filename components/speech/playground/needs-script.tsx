import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import { Link } from "@/components/ui/text/link";

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
