import { z } from "zod";
import { nameSchema } from "@/lib/names";

export const newBusinessSchema = z.object({ name: nameSchema("auth.businessNameRequired") });

export const archiveSchema = z.object({
  /** The business's name, typed again: its keys and its credit do not come back. */
  name: z.string("lifecycle.nameDiffers").transform((text) => text.normalize("NFC").trim()),
});

export const restoreSchema = z.object({
  slug: z.string().regex(/^[a-z0-9-]{1,60}$/),
});
