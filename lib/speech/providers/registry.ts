import "server-only";
import type { SpeechProvider } from "@/lib/speech/provider";
import { espeakProvider } from "./espeak/provider";

/** Every speech engine of this installation. A new one is one entry here. */
export const providers: readonly SpeechProvider[] = [espeakProvider];
