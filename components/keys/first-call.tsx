import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/ui/code-block";

/** A call that works as it stands, once the key is in the environment. */
export type FirstCallExample = { apiUrl: string; text: string; voiceId: string; modelId: string };

export function FirstCall({ apiUrl, ...body }: FirstCallExample) {
  const t = useTranslations("keys");
  const code = `curl -X POST ${apiUrl}/tts \\
  -H "X-Api-Key: $VANG_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(body)}'`;
  return <CodeBlock label={t("firstCall")} code={code} />;
}
