import { Skeleton } from "@/components/ui/feedback/skeleton";
import { Waveform } from "@/components/ui/sound/waveform";
import { type Speech, soundOf } from "@/lib/api/client/speech";

type TakeSoundProps = { speech: Speech | null; title: string; compact?: boolean; autoPlay?: boolean };

/** A result's wave, or its place while it is being generated. */
export function TakeSound({ speech, title, compact = false, autoPlay = false }: TakeSoundProps) {
  if (speech) {
    const url = soundOf(speech.response.audioUrl, speech.base);
    return <Waveform key={url} {...{ url, title, compact, autoPlay }} />;
  }
  return (
    <div className={`flex items-center gap-3 ${compact ? "min-h-9" : "min-h-14"}`}>
      <Skeleton className="size-9 rounded-control" />
      <Skeleton className={compact ? "h-6 flex-1" : "h-10 flex-1"} />
    </div>
  );
}
