import type { VoiceRecord } from "@/lib/speech/schema";

/** How the tone of "hỏi" moves there: down and up again, low and level, or lower and slowly up. */
const contours: Record<VoiceRecord["region"], string> = {
  north: "M2 5C5 12 7 13 8 12S12 6 14 3",
  central: "M2 9C5 11 9 12 14 12",
  south: "M2 8C5 12 9 12 14 6",
};

export function RegionTone({ region }: { region: VoiceRecord["region"] }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0" fill="none">
      <path d={contours[region]} className="stroke-current" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
