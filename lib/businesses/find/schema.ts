import { z } from "zod";

/** What the palette asks the server for. A whole API key is never sent. */
export const findSchema = z.object({ q: z.string().trim().min(2).max(200) });

export type Found = {
  kind: "request" | "delivery" | "webhook" | "key" | "member" | "topUp" | "error";
  label: string;
  /** What distinguishes it from others of the same name. */
  detail: string;
  path: string;
};
