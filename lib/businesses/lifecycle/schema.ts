import { z } from "zod";
import { displayNameSchema } from "@/lib/display-name-schema";

export const newBusinessSchema = z.object({ name: displayNameSchema("auth.businessNameRequired") });

export const archiveSchema = z.object({
  /** The business's name, typed again as confirmation: its keys and its credit are not restored. */
  name: z.string("lifecycle.nameDiffers").transform((text) => text.normalize("NFC").trim()),
});

export const restoreSchema = z.object({
  slug: z.string().regex(/^[a-z0-9-]{1,60}$/),
});
