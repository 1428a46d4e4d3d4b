import { z } from "zod";
import { beyond, type Made, type MadeKey } from "./choices";

export { beyond, type Made, type MadeKey };

/** The keys and endpoints of a member that end with their membership, permissions or account. */
export const endsSchema = z.object({ ends: z.array(z.string()).max(1000).prefault([]) });
