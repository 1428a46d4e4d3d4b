import { useTranslations } from "next-intl";
import { Page } from "@/components/ui/text/page";
import { Forbidden } from "./forbidden";

type Feature = "audit" | "billing" | "keys" | "playground" | "webhooks";

/** A `forbidden.tsx`: what a member sees, with status 403, whose role may not see a page of the feature. */
export const forbiddenPage = (
  feature: Feature,
  words: `${Feature}.forbidden` | "webhooks.mayNotWrite" = `${feature}.forbidden`,
) =>
  function ForbiddenPage() {
    const t = useTranslations();
    return (
      <Page title={t(`${feature}.title`)} lead={t(`${feature}.lead`)}>
        <Forbidden>{t(words)}</Forbidden>
      </Page>
    );
  };
