import { z } from "zod";
import { urlParameter } from "@/lib/platform/url-parameter";

/** A text of a URL's filter; what is empty or invalid counts as not given. */
export const looseText = urlParameter(
  z
    .string()
    .trim()
    .max(100)
    .transform((text) => text || undefined),
);
