import { Info } from "lucide-react";
import { useTranslations } from "next-intl";

/** What to know of an engine before judging its audio, for those that have such a note. */
export function EngineNote({ modelId }: { modelId: string }) {
  const t = useTranslations("playground.engines");
  if (!t.has(modelId)) return null;
  return (
    <p className="flex gap-2 text-muted text-sm">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.5} />
      {t(modelId)}
    </p>
  );
}
