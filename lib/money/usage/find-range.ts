import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { vietnamDate, vietnamTime } from "@/lib/platform/vietnam-time";
import { countDays, type UsageRange } from "./read";
import { mostDays, mostHourDays, type UsageAddress, type usagePresets } from "./schema";

type Preset = (typeof usagePresets)[number];

export type ShownRange = UsageRange & {
  preset: Preset | null;
  /** As many days, just before. While the range has not ended, its last day ends at the same hour. */
  before: UsageRange;
  step: "hour" | "day";
  /** Whether the days are few enough for hours, and more than one. */
  canChooseStep: boolean;
};

const plus = (day: string, count: number) => new Date(Date.parse(day) + days(count)).toISOString().slice(0, 10);

function daysOf(preset: Preset, today: string): UsageRange {
  const first = `${today.slice(0, 8)}01`;
  if (preset === "yesterday") return { from: plus(today, -1), to: plus(today, -1) };
  if (preset === "7d") return { from: plus(today, -6), to: today };
  if (preset === "30d") return { from: plus(today, -29), to: today };
  if (preset === "month") return { from: first, to: today };
  if (preset === "last-month") return { from: `${plus(first, -1).slice(0, 8)}01`, to: plus(first, -1) };
  return { from: today, to: today };
}

/** The range that a URL of the page asks for: its days, or its preset, or else the last seven days. */
export function findRange({ range, from, to, step }: UsageAddress): ShownRange {
  const own = from && to && from <= to && countDays({ from, to }) <= mostDays ? { from, to } : null;
  const preset = own ? null : (range ?? "7d");
  const today = vietnamDate(clock.now());
  const chosen = own ?? daysOf(preset ?? "7d", today);
  const count = countDays(chosen);
  const canChooseStep = count > 1 && count <= mostHourDays;
  const usual = count <= 2 ? "hour" : "day";
  return {
    ...chosen,
    preset,
    before: {
      from: plus(chosen.from, -count),
      to: plus(chosen.from, -1),
      ...(chosen.to === today && { hours: Number(vietnamTime(clock.now()).slice(11, 13)) + 1 }),
    },
    step: canChooseStep ? (step ?? usual) : usual,
    canChooseStep,
  };
}

/** The beginnings of all hours or days of a range, as `UsageRow.group` has them. */
export function listSteps(range: UsageRange, step: "hour" | "day"): string[] {
  const listed = Array.from({ length: countDays(range) }, (_, index) => plus(range.from, index));
  if (step === "day") return listed;
  return listed.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, "0")}:00:00+07:00`),
  );
}
