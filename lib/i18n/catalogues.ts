import en from "@/messages/en.json";
import vi from "@/messages/vi.json";
import type { Locale } from "./locale";

/** Every word Vang says, by language. Server only by its weight: the browser is handed its share by the layout. */
export const catalogues: Record<Locale, typeof vi> = { vi, en };
