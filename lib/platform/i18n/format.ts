import { defaultTimeZone, type Locale } from "./locale";

const milli = 1000n;

/**
 * Thousandths of a đồng as `1.250.000 ₫`, never rounded: amounts that people see together add up, such as a balance, a
 * charge and the balance after it. `digits`: exactly so many decimals, for columns.
 */
export function formatVnd(amountMilli: bigint, locale: Locale, digits?: number): string {
  const size = amountMilli < 0n ? -amountMilli : amountMilli;
  const fraction = String(size % milli).padStart(3, "0");
  const amount = `${amountMilli < 0n ? "-" : ""}${size / milli}.${fraction}` as `${number}`;
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency: "VND",
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? 3,
    roundingMode: "trunc",
  }).format(amount);
}

/** `digits`: exactly so many decimals, where numbers stand below each other. */
export function formatNumber(value: number | bigint, locale: Locale, digits?: number): string {
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits ?? 3 };
  return new Intl.NumberFormat(locale, form).format(value);
}

/** Bytes in the nearest unit of a thousand: `48,2 kB`. */
export function formatBytes(bytes: number | bigint, locale: Locale): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const size = Number(bytes);
  const step = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), units.length - 1);
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: units[step],
    unitDisplay: "short",
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(size / 1000 ** step);
}

/** Seconds as a player shows them: `0:07`, `12:40`, `3:05:09`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part % 60).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes}:${two(whole)}` : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(whole)}`;
}

const dayForms: Record<Locale, Intl.DateTimeFormatOptions> = {
  vi: { day: "2-digit", month: "2-digit", year: "numeric" },
  en: { day: "numeric", month: "short", year: "numeric" },
};

const clockForms: Record<Locale, Intl.DateTimeFormatOptions> = {
  vi: { hour: "2-digit", minute: "2-digit" },
  en: { hour: "numeric", minute: "2-digit" },
};

// Intl writes the clock before the day in Vietnamese, so the two are joined here
function dayAndClock(time: Date, locale: Locale, timeZone: string, zone: Intl.DateTimeFormatOptions): string {
  const day = new Intl.DateTimeFormat(locale, { ...dayForms[locale], timeZone }).format(time);
  const clock = new Intl.DateTimeFormat(locale, { ...clockForms[locale], ...zone, timeZone }).format(time);
  return locale === "vi" ? `${day} ${clock}` : `${day}, ${clock}`;
}

/** Day and minute: `22/11/2026 15:23`. */
export function formatTime(time: Date, locale: Locale, timeZone = defaultTimeZone): string {
  return dayAndClock(time, locale, timeZone, {});
}

/** The clock to the second, for lists in groups of days: `15:23:07`. */
export function formatClock(time: Date, locale: Locale, timeZone = defaultTimeZone): string {
  return new Intl.DateTimeFormat(locale, { ...clockForms[locale], second: "2-digit", timeZone }).format(time);
}

/** Day and second: `22/11/2026 15:23:07`. */
export function formatExactTime(time: Date, locale: Locale, timeZone = defaultTimeZone): string {
  return dayAndClock(time, locale, timeZone, { second: "2-digit" });
}

/** The same with its zone, for readers elsewhere: `22/11/2026 15:23 GMT+7`. */
export function formatZonedTime(time: Date, locale: Locale, timeZone = defaultTimeZone): string {
  return dayAndClock(time, locale, timeZone, { timeZoneName: "shortOffset" });
}

/** To the second, with its zone in full. */
export function formatWholeTime(time: Date, locale: Locale, timeZone = defaultTimeZone): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "long", timeZone }).format(time);
}

/** The calendar day of a moment, `YYYY-MM-DD`. */
export const dayOf = (time: Date, timeZone = defaultTimeZone): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone }).format(time);

/** A calendar day, `YYYY-MM-DD`, with its weekday: `Chủ Nhật, 22/11/2026`. */
export function formatWeekday(day: string, locale: Locale): string {
  const form = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  return `${form.format(new Date(`${day}T00:00:00Z`))}, ${formatDay(day, locale)}`;
}

/** A calendar day, `YYYY-MM-DD`: `22/11/2026`. */
export function formatDay(day: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { ...dayForms[locale], timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

const steps = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** `5 phút trước`. A day is 24 hours, so it is counted and never called "yesterday", which ends at midnight. */
export function formatRelative(time: Date, now: Date, locale: Locale): string {
  const seconds = (time.getTime() - now.getTime()) / 1000;
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  const count = Math.trunc(seconds / size);
  if (count === 0) return locale === "vi" ? "vừa xong" : "just now";
  // "sau 27 giây", which Intl ends with "nữa".
  return new Intl.RelativeTimeFormat(locale).format(count, unit).replace(/ nữa$/, "");
}

/** A duration to read at a glance: `96 ms`, `1,2 s`. */
export function formatMilliseconds(milliseconds: number, locale: Locale): string {
  const isLong = milliseconds >= 1000;
  const digits = new Intl.NumberFormat(locale, { maximumFractionDigits: isLong ? 1 : 0 });
  return `${digits.format(isLong ? milliseconds / 1000 : milliseconds)} ${isLong ? "s" : "ms"}`;
}

/** A duration of any length: `96 ms`, `1,2 s`, `5 phút`, `2,4 giờ`. */
export function formatDuration(milliseconds: number, locale: Locale): string {
  const [unit, size] = steps.find(([, size]) => milliseconds >= size * 1000) ?? [];
  if (unit === undefined) return formatMilliseconds(milliseconds, locale);
  const form = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, form).format(milliseconds / (size * 1000));
}

/** A change in percent with its sign: `+12 %`. Null when there was nothing before. */
export function formatChange(now: number, before: number, locale: Locale): string | null {
  if (before === 0) return null;
  const form = { style: "percent", signDisplay: "exceptZero", maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(locale, form).format((now - before) / before);
}

/** A month, `YYYY-MM`: `11/2026`, `November 2026`. */
export function formatMonth(month: string, locale: Locale): string {
  if (locale === "vi") return `${month.slice(5)}/${month.slice(0, 4)}`;
  const form = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale, form).format(new Date(`${month}-01T00:00:00Z`));
}
