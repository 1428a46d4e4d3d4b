import { z } from "zod";
import { parseVnd } from "./vnd";

/** A field for an amount: whole đồng above zero, at most twelve digits. */
export const vndSchema = (message: string) =>
  z.string(message).transform((typed, context) => {
    const amount = parseVnd(typed);
    if (amount !== null) return amount;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
