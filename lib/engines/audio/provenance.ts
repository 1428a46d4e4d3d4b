/** The metadata in every file that marks it as AI-generated. */
export const provenance = {
  encoder: "Vang",
  comment: "AI-generated speech",
  /** For formats with custom fields. */
  field: { name: "AI_GENERATED", value: "true" },
} as const;
