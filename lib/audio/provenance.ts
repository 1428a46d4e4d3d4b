/** What every file says of itself in its metadata: a machine spoke it. */
export const provenance = {
  encoder: "Vang",
  comment: "AI-generated speech",
  /** For formats whose fields we may name. */
  field: { name: "AI_GENERATED", value: "true" },
} as const;
