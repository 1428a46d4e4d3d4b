import { z } from "zod";
import { apis } from "@/lib/access/principals/choices";
import { daySchema } from "@/lib/platform/day-schema";
import { looseText } from "@/lib/platform/loose-text";
import { urlParameter } from "@/lib/platform/url-parameter";

/** What usage can be broken down by, in the order of a row's fields. */
export const usageDimensions = ["day", "hour", "service", "model", "voice", "key", "api", "region", "result"] as const;

export type UsageDimension = (typeof usageDimensions)[number];

/** A key of metadata by which a business can have its usage counted: as metadata has it, but easy to write in a URL. */
const metadataName = z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, "usage.metadata.nameInvalid");

/** The most keys that a business can choose. */
export const mostMetadataKeys = 3;

/** `customer, project` or a line each. */
export const metadataKeysSchema = z.object({
  names: z
    .string()
    .max(500)
    .transform((text) => [...new Set(text.split(/[\s,]+/).filter(Boolean))])
    .pipe(z.array(metadataName).max(mostMetadataKeys, "usage.metadata.tooMany")),
});

export const forgottenValueSchema = z.object({ name: metadataName, value: z.string().trim().min(1).max(500) });
export type ForgottenValue = z.output<typeof forgottenValueSchema>;

/** A dimension of a question that is a key of metadata: `metadata.customer`. */
export type MetadataDimension = `metadata.${string}`;

/** What is counted beyond the most values of a key. */
export const otherValue = "other";

const metadataPrefix = "metadata.";

export const asMetadataName = (dimension: string): string | undefined =>
  dimension.startsWith(metadataPrefix) ? dimension.slice(metadataPrefix.length) : undefined;

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

const metadataDimension = z.custom<MetadataDimension>(
  (value) => typeof value === "string" && metadataName.safeParse(asMetadataName(value)).success,
);

/** `day,model` as a list without repetition, a key of metadata last. */
const by = z
  .string()
  .max(150)
  .transform((text, context): (UsageDimension | MetadataDimension)[] => {
    const parts = [...new Set(text.split(",").map((part) => part.trim()))];
    const parsed = z.array(z.union([dimension, metadataDimension])).safeParse(parts);
    const known = usageDimensions.filter((each) => parts.includes(each));
    const others = parts.filter((part): part is MetadataDimension => asMetadataName(part) !== undefined);
    if (parsed.success && others.length <= 1) return [...known, ...others];
    context.addIssue({ code: "custom", message: parsed.success ? "api.usageOneMetadata" : "api.usageBy" });
    return z.NEVER;
  })
  .optional();

const byMeta = { example: "day,metadata.customer", param: { schema: { type: "string" as const } } };

export const usageRequestSchema = z.strictObject({
  from: day.meta({ description: "docs.described.usageFrom", example: "2026-11-01" }),
  to: day.meta({ description: "docs.described.usageTo", example: "2026-11-30" }),
  by: by.meta({ description: "docs.described.usageBy", ...byMeta }),
  groupBy: by.meta({ description: "docs.described.usageGroupBy", ...byMeta }),
  ...usageFilterSchema.shape,
  metadata: z
    .string()
    .max(600)
    .regex(/^[^:\0]{1,40}:[^\0]*$/)
    .optional()
    .meta({ description: "docs.described.usageMetadata", example: "customer:acme" }),
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
    metadata: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "docs.described.usageMetadataValue", example: { customer: "acme" } }),
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
    window: z
      .object({
        from: z.string().meta({ description: "docs.described.usageWindowFrom", example: "2026-11-01T00:00:00+07:00" }),
        to: z.string().meta({ description: "docs.described.usageWindowTo", example: "2026-12-01T00:00:00+07:00" }),
      })
      .meta({ description: "docs.described.usageWindow" }),
    by: z.array(z.string()).meta({ description: "docs.described.usageBy", example: ["day", "metadata.customer"] }),
    countedSince: z
      .string()
      .nullable()
      .meta({ description: "docs.described.usageCountedSince", example: "2026-10-29T09:12:44.031Z" }),
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

export type UsageSplit = (typeof usageSplits)[number] | MetadataDimension;

const looseDay = urlParameter(daySchema());

/** The page's query parameters; invalid ones are ignored. */
export const usageAddressSchema = z.object({
  range: urlParameter(z.enum(usagePresets)),
  from: looseDay,
  to: looseDay,
  step: urlParameter(z.enum(["hour", "day"])),
  show: urlParameter(z.enum(usageMeasures)),
  split: urlParameter(z.union([z.enum(usageSplits), metadataDimension])),
  service: urlParameter(z.enum(["tts", "stt"])),
  model: looseText,
  voice: looseText,
  key: looseText,
  api: urlParameter(z.enum(apis)),
  region: looseText,
  result: looseText,
});

export type UsageAddress = z.infer<typeof usageAddressSchema>;
