"use client";

import { useTranslations } from "next-intl";
import type { CodeRequest } from "./code-request";
import { CodeTabs } from "./code-tabs";
import { languages } from "./languages";

/** A request of the public API as code in each language. */
export function RequestCode({ request }: { request: CodeRequest }) {
  const t = useTranslations("ui.code");
  const [first, ...others] = languages.map(({ id, name, write }) => ({ id, name, code: write(request) }));
  return first && <CodeTabs label={t("request")} tabs={[first, ...others]} />;
}
