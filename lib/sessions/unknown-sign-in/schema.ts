import { z } from "zod";

/** A press is all there is to it: the link's token waits in a cookie. */
export const notMeSchema = z.object({});
