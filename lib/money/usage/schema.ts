import { z } from "zod";
import { apis } from "@/lib/access/principals/choices";
import { daySchema } from "@/lib/platform/day-schema";
import { looseText } from "@/lib/platform/loose-text";
import { urlParameter } from "@/lib/platform/url-parameter";

/** What usage can be broken down by, in the order of a row's fields. */
export const usageDimensions = ["day", "hour", "service", "model", "voice", "key", "api", "region", "result"] as const;

export type UsageDimension = (typeof usageDimensions)[number];

/** The most days of one question, and by the hour. */
export const mostDays = 366;
export const mostHourDays = 31;

const name = z.string().min(1).max(100);

export const usageFilterSchema = z.object({
  service: z.enum(["tts", "stt"]).optional().meta({ description: "docs.described.usageService" }),
  model: name.optional().meta({ description: "docs.described.usageModel", example: "vang-espeak" }),
  voice: name.optional().meta({ description: "docs.described.usageVoice", example: "north-linh" }),
  key: name.optional().meta({ description: "docs.described.usageKey", example: "key_…" }),
  api: z.enum(apis).optional().meta({ description: "docs.described.usageApi" }),
  region: name.optional().meta({ description: "docs.described.usageRegion", example: "VN" }),
  result: name.optional().meta({ description: "docs.described.usageResult", example: "completed" }),
});

export type UsageFilter = z.infer<typeof usageFilterSchema>;

const day = daySchema("api.dayInvalid");

const dimension = z.enum(usageDimensions);

/** `day,model` as a list without repetition. */
const by = z
  .string()
  .max(100)
  .default("day")
  .transform((text, context) => {
    const parsed = z.array(dimension).safeParse(text.split(",").map((part) => part.trim()));
    if (parsed.success) return usageDimensions.filter((each) => parsed.data.includes(each));
    context.addIssue({ code: "custom", message: "api.usageBy" });
    return z.NEVER;
  })
  .meta({ description: "docs.described.usageBy", example: "day,model", param: { schema: { type: "string" } } });

export const usageRequestSchema = z.strictObject({
  from: day.meta({ description: "docs.described.usageFrom", example: "2026-11-01" }),
  to: day.meta({ description: "docs.described.usageTo", example: "2026-11-30" }),
  by,
  ...usageFilterSchema.shape,
  limit: z.coerce.number().int().min(1).max(1000).default(100).meta({ description: "docs.described.usageLimit" }),
  cursor: z.string().max(1000).optional().meta({ description: "docs.described.cursor" }),
});

const count = (description: string, example: number) => z.number().meta({ description, example });

const latencySchema = z
  .object({
    p50: count("docs.described.usageP50", 96),
    p95: count("docs.described.usageP95", 240),
    p99: count("docs.described.usageP99", 410),
  })
  .nullable()
  .meta({ description: "docs.described.usageLatency" });

const rowSchema = z
  .object({
    day: z.string().optional().meta({ description: "docs.described.usageDay", example: "2026-11-22" }),
    hour: z.string().optional().meta({ description: "docs.described.usageHour", example: "2026-11-22T14:00:00+07:00" }),
    service: z.enum(["tts", "stt"]).optional().meta({ description: "docs.described.usageService" }),
    modelId: z.string().optional().meta({ description: "docs.described.usageModel", example: "vang-espeak" }),
    voiceId: z.string().optional().meta({ description: "docs.described.usageVoice", example: "north-linh" }),
    keyId: z.string().optional().meta({ description: "docs.described.usageKey", example: "key_…" }),
    keyName: z.string().nullable().optional().meta({ description: "docs.described.keyName", example: "Tổng đài" }),
    api: z.enum(apis).optional().meta({ description: "docs.described.usageApi", example: "vang" }),
    region: z.string().optional().meta({ description: "docs.described.usageRegion", example: "VN" }),
    result: z.string().optional().meta({ description: "docs.described.usageResult", example: "completed" }),
    requests: count("docs.described.usageRequests", 1290),
    jobs: count("docs.described.usageJobs", 1284),
    errors: z
      .record(z.string(), z.number())
      .meta({ description: "docs.described.usageErrors", example: { RATE_LIMITED_KEY: 6 } }),
    characters: count("docs.described.usageCharacters", 180_240),
    seconds: count("docs.described.usageSeconds", 10_871.4),
    chargeVnd: count("docs.described.usageCharge", 54_072),
    latencyMs: latencySchema,
  })
  .meta({ id: "UsageRow" });

export const usageResponseSchema = z
  .object({
    from: z.string().meta({ description: "docs.described.usageFrom", example: "2026-11-01" }),
    to: z.string().meta({ description: "docs.described.usageTo", example: "2026-11-30" }),
    by: z.array(dimension).meta({ description: "docs.described.usageBy" }),
    rows: z.array(rowSchema).meta({ description: "docs.described.usageRows" }),
    next: z.string().nullable().meta({ description: "docs.described.nextCursor", example: null }),
  })
  .meta({ id: "Usage" });

export type UsageRequest = z.infer<typeof usageRequestSchema>;

/** The ranges of the page, counted from today in Vietnam. */
export const usagePresets = ["today", "yesterday", "7d", "30d", "month", "last-month"] as const;

export const usageMeasures = [
  "amount",
  "requests",
  "jobs",
  "errors",
  "characters",
  "seconds",
  "p50",
  "p95",
  "p99",
] as const;

export type UsageMeasure = (typeof usageMeasures)[number];

export const usageSplits = ["key", "api", "service", "model", "voice", "region", "result"] as const;

export type UsageSplit = (typeof usageSplits)[number];

const looseDay = urlParameter(daySchema());

/** The page's query parameters; invalid ones are ignored. */
export const usageAddressSchema = z.object({
  range: urlParameter(z.enum(usagePresets)),
  from: looseDay,
  to: looseDay,
  step: urlParameter(z.enum(["hour", "day"])),
  show: urlParameter(z.enum(usageMeasures)),
  split: urlParameter(z.enum(usageSplits)),
  service: urlParameter(z.enum(["tts", "stt"])),
  model: looseText,
  voice: looseText,
  key: looseText,
  api: urlParameter(z.enum(apis)),
  region: looseText,
  result: looseText,
});

export type UsageAddress = z.infer<typeof usageAddressSchema>;
