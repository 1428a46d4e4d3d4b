import { z } from "zod";

/** A text of a URL's filter; what is empty or invalid counts as not given. */
export const looseText = z
  .string()
  .trim()
  .max(100)
  .transform((text) => text || undefined)
  .optional()
  .catch(undefined);
