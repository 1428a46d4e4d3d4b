import { z } from "zod";
import { eventTypes } from "@/lib/events/schema";

export const testSchema = z.object({
  endpointId: z.string().regex(/^whk_[0-9a-v]{26}$/, "webhooks.tests.unknownEndpoint"),
  type: z.enum(eventTypes, "webhooks.tests.unknownType"),
});
