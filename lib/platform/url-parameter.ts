import type { z } from "zod";

/** A parameter of a page's URL: undefined if it is missing or invalid. */
export const urlParameter = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
