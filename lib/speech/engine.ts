import "server-only";
import { findProvider } from "./catalogue";
import {
  type Audio,
  ProviderError,
  type SynthesisRequest,
  type Transcription,
  type TranscriptionRequest,
} from "./provider";

/** Has the model's engine read a text aloud. Throws ProviderError. */
export async function speakWithEngine(request: SynthesisRequest, signal: AbortSignal): Promise<Audio> {
  const provider = findProvider(request.modelId);
  if (!provider.synthesize) throw new ProviderError("broken", `${provider.name} has no voices.`);
  return provider.synthesize(request, signal);
}

/** Has the model's engine write down what an audio says. Throws ProviderError. */
export async function hearWithEngine(request: TranscriptionRequest, signal: AbortSignal): Promise<Transcription> {
  const provider = findProvider(request.modelId);
  if (!provider.transcribe) throw new ProviderError("broken", `${provider.name} has no recogniser.`);
  return provider.transcribe(request, signal);
}
