import type vi from "@/messages/vi.json";

/** A top level of the message catalogues. */
export type MessageArea = keyof typeof vi;

/** The areas that the browser gets on every page. */
export const commonAreas = ["shell", "ui"] as const satisfies readonly MessageArea[];
