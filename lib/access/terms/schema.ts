import { z } from "zod";

export const termsSchema = z.object({ terms: z.string().optional(), next: z.string().optional() });
