"use client";

import { useTranslations } from "next-intl";
import { languages } from "@/lib/api/code/languages";
import type { CodeRequest } from "@/lib/api/code/request";
import { CodeTabs } from "./code-tabs";

export function RequestCode({ request }: { request: CodeRequest }) {
  const t = useTranslations("ui.code");
  const [first, ...others] = languages.map(({ id, name, write }) => ({ id, name, code: write(request) }));
  return first && <CodeTabs label={t("request")} tabs={[first, ...others]} />;
}
