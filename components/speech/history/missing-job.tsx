import type { Route } from "next";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { JobFrame } from "./job-frame";

/** A job that is not recorded: not yet, or never in this business. Another business's looks the same. */
export function MissingJob({ here, closed }: { here: Route; closed: Route }) {
  const t = useTranslations("history");
  return (
    <JobFrame title={t("missing")} closed={closed}>
      <p className="text-muted">{t("missingLead")}</p>
      <p>
        <a href={here} className={buttonClass({})}>
          {t("lookAgain")}
        </a>
      </p>
    </JobFrame>
  );
}
