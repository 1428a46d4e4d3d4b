import { useTranslations } from "next-intl";
import { curlCommand } from "@/components/playground/curl-command";
import { CodeBlock } from "@/components/ui/text/code-block";
import type { TtsRequest } from "@/lib/speech/schema";

/** A request that works as it is, once the key is in the environment. */
export type FirstCallExample = { baseUrl: string; request: TtsRequest };

export function FirstCall({ baseUrl, request }: FirstCallExample) {
  const t = useTranslations("keys");
  return <CodeBlock label={t("firstCall")} code={curlCommand(baseUrl, request)} />;
}
