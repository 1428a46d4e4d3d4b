import { useTranslations } from "next-intl";
import type { VoiceRecord } from "@/lib/speech/schema";

/** A voice in one line: `Ngọc · Nữ · Miền Nam`. */
export function VoiceLine({ voice }: { voice: VoiceRecord }) {
  const t = useTranslations("playground.voices");
  return (
    <p className="min-w-0 text-muted text-sm wrap-anywhere">
      {voice.name} · {t(`genders.${voice.gender}`)} · {t(`regions.${voice.region}`)}
    </p>
  );
}
