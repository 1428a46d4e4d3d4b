import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/buttons/button-class";
import type { VoiceRecord } from "@/lib/speech/schema";

/** For narrow pages, where the voices are further down: the selected voice and a link to the others. */
export function VoiceLink({ voice }: { voice: VoiceRecord }) {
  const t = useTranslations("playground.voices");
  return (
    <span className="grid min-w-0 xl:hidden">
      <a href="#voices" className={buttonClass({})}>
        <span className="min-w-0 truncate">
          {voice.name} · {t(`regions.${voice.region}`)}
        </span>
        <ChevronDown aria-hidden />
      </a>
    </span>
  );
}
