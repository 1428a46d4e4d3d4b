import en from "@/messages/en.json";
import vi from "@/messages/vi.json";
import type { Locale } from "./locale";

/** All of Vang's messages, by language. Server only because of its size: `ClientMessages` passes the browser its share. */
export const catalogues: Record<Locale, typeof vi> = { vi, en };
