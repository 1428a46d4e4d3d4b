import { operationGroups } from "@/lib/api/openapi/operations";

/** The pages of the documentation by their path below `/docs`, in the order in which they are read. */
export const docPages = {
  start: [
    "",
    "sdks",
    "voices",
    "text-normalization",
    "pronunciation",
    "audio",
    "keep-nothing",
    "long-recordings",
    "books",
    "openai",
    "moving",
    "works-with",
    "cli",
    "mcp",
  ],
  live: ["live", "live/browsers", "live/phones", "live/voice-agents"],
  calls: [
    "authentication",
    "manage-from-ci",
    "errors-and-retries",
    "idempotency",
    "limits",
    "prices",
    "bill-customers",
    "top-up",
    "retention",
    "regions",
  ],
  webhooks: ["webhooks", "webhooks/receivers", "webhooks/localhost", "webhooks/events"],
  reference: [
    "reference",
    ...operationGroups.map((group) => `reference/${group}` as const),
    "reference/data-types",
    "errors",
  ],
  about: ["roles", "versions", "changelog", "support"],
} as const;

export type DocSection = keyof typeof docPages;

export type DocSlug = (typeof docPages)[DocSection][number];

export const docSlugs: readonly DocSlug[] = Object.values(docPages).flat();

export const isDocSlug = (text: string): text is DocSlug => (docSlugs as readonly string[]).includes(text);

/** The path of a page without its language. */
export const docPath = (slug: DocSlug): string => (slug ? `/docs/${slug}` : "/docs");
