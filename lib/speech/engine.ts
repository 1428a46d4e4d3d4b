import "server-only";
import { type CallOptions, callEngine } from "./calls/call";
import { findProvider } from "./catalogue";
import {
  type Audio,
  ProviderError,
  type SynthesisRequest,
  type Transcription,
  type TranscriptionRequest,
} from "./provider";

/** Has the model's engine read a text aloud, within a budget. Throws ProviderError. */
export async function speakWithEngine(request: SynthesisRequest, options: CallOptions): Promise<Audio> {
  const provider = findProvider(request.modelId);
  const { synthesize } = provider;
  if (!synthesize) throw new ProviderError("broken", `${provider.name} has no voices.`);
  return callEngine(provider, (signal) => synthesize.call(provider, request, signal), options);
}

/** Has the model's engine write down what an audio says, within a budget. Throws ProviderError. */
export async function hearWithEngine(request: TranscriptionRequest, options: CallOptions): Promise<Transcription> {
  const provider = findProvider(request.modelId);
  const { transcribe } = provider;
  if (!transcribe) throw new ProviderError("broken", `${provider.name} has no recogniser.`);
  return callEngine(provider, (signal) => transcribe.call(provider, request, signal), options);
}
