import type { Api } from "@/lib/access/principals/choices";
import type { CodeSample } from "./fence";

/** A program or product that speaks to us as to another vendor, with what its user copies. */
export type Compatible = {
  id: string;
  name: string;
  api: Api;
  does: readonly ("tts" | "stt")[];
  /** What npm installs. */
  packages?: readonly string[];
  /** Where its requests are read, if the product itself is not run: a public repository, its file and commit. */
  source?: { repository: string; path: string; commit: string };
  /**
   * A program reads the key from VANG_API_KEY, and its last line is the transcript of what it spoke, or the seconds of
   * that. Of a product these are its settings.
   */
  sample: CodeSample;
};

const js = (code: string): CodeSample => ({ language: "Node.js", highlight: "js", code: code.trim() });
const python = (code: string): CodeSample => ({ language: "Python", highlight: "python", code: code.trim() });
const settings = (code: string): CodeSample => ({ language: "Settings", highlight: "sh", code: code.trim() });

/** Everything that is run against this API, in the order of the page; `works-with.test.ts` runs each sample. */
export const compatible = (url: string): readonly Compatible[] => [
  {
    id: "openai",
    name: "openai",
    api: "openai",
    does: ["tts", "stt"],
    packages: ["openai@6"],
    sample: js(`
import { createReadStream, writeFileSync } from "node:fs";
import OpenAI from "openai";

const openai = new OpenAI({ baseURL: "${url}/v1", apiKey: process.env.VANG_API_KEY });
const wanted = { model: "tts-1", voice: "alloy", input: "Xin chào Việt Nam", response_format: "wav" };
const speech = await openai.audio.speech.create(wanted);
writeFileSync("xin-chao.wav", Buffer.from(await speech.arrayBuffer()));
const file = createReadStream("xin-chao.wav");
const { text } = await openai.audio.transcriptions.create({ model: "whisper-1", file });
console.log(text);`),
  },
  {
    id: "ai-sdk-openai",
    name: "@ai-sdk/openai",
    api: "openai",
    does: ["tts", "stt"],
    packages: ["ai@6", "@ai-sdk/openai@3"],
    sample: js(`
import { createOpenAI } from "@ai-sdk/openai";
import { experimental_generateSpeech as generateSpeech, experimental_transcribe as transcribe } from "ai";

const vang = createOpenAI({ baseURL: "${url}/v1", apiKey: process.env.VANG_API_KEY });
const model = vang.speech("tts-1");
const speech = await generateSpeech({ model, text: "Xin chào Việt Nam", voice: "alloy", outputFormat: "wav" });
const audio = speech.audio.uint8Array;
const { text } = await transcribe({ model: vang.transcription("whisper-1"), audio });
console.log(text);`),
  },
  {
    id: "ai-sdk-elevenlabs",
    name: "@ai-sdk/elevenlabs",
    api: "elevenlabs",
    does: ["tts", "stt"],
    packages: ["ai@6", "@ai-sdk/elevenlabs@2"],
    // This provider has no setting for its URL.
    sample: js(`
import { createElevenLabs } from "@ai-sdk/elevenlabs";
import { experimental_generateSpeech as generateSpeech, experimental_transcribe as transcribe } from "ai";

const toVang = (url, init) => fetch(String(url).replace("https://api.elevenlabs.io", "${url}"), init);
const vang = createElevenLabs({ apiKey: process.env.VANG_API_KEY, fetch: toVang });
const model = vang.speech("eleven_multilingual_v2");
const { audio } = await generateSpeech({ model, text: "Xin chào Việt Nam", voice: "north-linh" });
const { text } = await transcribe({ model: vang.transcription("scribe_v1"), audio: audio.uint8Array });
console.log(text);`),
  },
  {
    id: "ai-sdk-deepgram",
    name: "@ai-sdk/deepgram",
    api: "deepgram",
    does: ["tts", "stt"],
    packages: ["ai@6", "@ai-sdk/deepgram@2"],
    sample: js(`
import { createDeepgram } from "@ai-sdk/deepgram";
import { experimental_generateSpeech as generateSpeech, experimental_transcribe as transcribe } from "ai";

const toVang = (url, init) => fetch(String(url).replace("https://api.deepgram.com", "${url}"), init);
const vang = createDeepgram({ apiKey: process.env.VANG_API_KEY, fetch: toVang });
const { audio } = await generateSpeech({ model: vang.speech("aura-2-thalia-en"), text: "Xin chào Việt Nam" });
const { text } = await transcribe({ model: vang.transcription("nova-3"), audio: audio.uint8Array });
console.log(text);`),
  },
  {
    id: "elevenlabs",
    name: "@elevenlabs/elevenlabs-js",
    api: "elevenlabs",
    does: ["tts", "stt"],
    packages: ["@elevenlabs/elevenlabs-js@2.73.0"],
    sample: js(`
import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";

const client = new ElevenLabsClient({ baseUrl: "${url}", apiKey: process.env.VANG_API_KEY });
const wanted = { text: "Xin chào Việt Nam", modelId: "eleven_multilingual_v2", outputFormat: "wav_16000" };
const speech = await client.textToSpeech.convert("north-linh", wanted);
const file = new Blob([await new Response(speech).arrayBuffer()], { type: "audio/wav" });
const { text } = await client.speechToText.convert({ file, modelId: "scribe_v1" });
console.log(text);`),
  },
  {
    id: "deepgram",
    name: "@deepgram/sdk",
    api: "deepgram",
    does: ["tts", "stt"],
    packages: ["@deepgram/sdk@5.13.0"],
    sample: js(`
import { DeepgramClient } from "@deepgram/sdk";

const environment = { base: "${url}", agent: "${url}", production: "${url}" };
const client = new DeepgramClient({ apiKey: process.env.VANG_API_KEY, environment });
const format = { encoding: "linear16", container: "wav", sample_rate: 16000 };
const speech = await client.speak.v1.audio.generate({ text: "Xin chào Việt Nam", model: "aura-2", ...format });
const audio = Buffer.from(await new Response(speech.stream()).arrayBuffer());
const { results } = await client.listen.v1.media.transcribeFile(audio, { model: "nova-3", language: "vi" });
console.log(results.channels[0].alternatives[0].transcript);`),
  },
  {
    id: "livekit-openai",
    name: "@livekit/agents-plugin-openai",
    api: "openai",
    does: ["tts", "stt"],
    packages: ["@livekit/agents@1.9.0", "@livekit/agents-plugin-openai@1.9.0"],
    sample: js(`
import { initializeLogger } from "@livekit/agents";
import { STT, TTS } from "@livekit/agents-plugin-openai";

initializeLogger({ pretty: false, level: "error" });
const vang = { baseURL: "${url}/v1", apiKey: process.env.VANG_API_KEY };
const speech = await new TTS({ ...vang, model: "tts-1", voice: "alloy" }).synthesize("Xin chào Việt Nam").collect();
const stt = new STT({ ...vang, model: "whisper-1", language: "vi", useRealtime: false });
const { alternatives } = await stt.recognize(speech);
console.log(alternatives[0].text);
process.exit();`),
  },
  {
    id: "livekit-elevenlabs",
    name: "@livekit/agents-plugin-elevenlabs",
    api: "elevenlabs",
    does: ["tts"],
    packages: ["@livekit/agents@1.9.0", "@livekit/agents-plugin-elevenlabs@1.9.0"],
    sample: js(`
import { initializeLogger } from "@livekit/agents";
import { TTS } from "@livekit/agents-plugin-elevenlabs";

initializeLogger({ pretty: false, level: "error" });
const tts = new TTS({ baseURL: "${url}/v1", apiKey: process.env.VANG_API_KEY, voiceId: "north-linh" });
const stream = tts.stream();
stream.pushText("Xin chào Việt Nam. ");
stream.endInput();
let seconds = 0;
for await (const part of stream) if (part.frame) seconds += part.frame.samplesPerChannel / part.frame.sampleRate;
console.log(seconds);
process.exit();`),
  },
  {
    id: "livekit-deepgram",
    name: "@livekit/agents-plugin-deepgram",
    api: "deepgram",
    does: ["tts"],
    packages: ["@livekit/agents@1.9.0", "@livekit/agents-plugin-deepgram@1.9.0"],
    sample: js(`
import { initializeLogger } from "@livekit/agents";
import { TTS } from "@livekit/agents-plugin-deepgram";

initializeLogger({ pretty: false, level: "error" });
const tts = new TTS({ baseUrl: "${url}", apiKey: process.env.VANG_API_KEY, model: "aura-2" });
const stream = tts.stream();
stream.pushText("Xin chào Việt Nam. ");
stream.endInput();
let seconds = 0;
for await (const part of stream) if (part.frame) seconds += part.frame.samplesPerChannel / part.frame.sampleRate;
console.log(seconds);
process.exit();`),
  },
  {
    id: "n8n",
    name: "n8n",
    api: "openai",
    does: ["tts", "stt"],
    source: {
      repository: "n8n-io/n8n",
      path: "packages/@n8n/nodes-langchain/nodes/vendors/OpenAi/actions/audio",
      commit: "536d9079db40a5110277606f7835698780764db5",
    },
    sample: settings(`
# Credentials, OpenAI:
API Key = $VANG_API_KEY
Base URL = ${url}/v1`),
  },
  {
    id: "open-webui",
    name: "Open WebUI",
    api: "openai",
    does: ["tts", "stt"],
    source: {
      repository: "open-webui/open-webui",
      path: "backend/open_webui/routers/audio.py",
      commit: "01fb3e46d3e5865b34b7d9ee2fcabbe380bbe52a",
    },
    sample: settings(`
AUDIO_TTS_ENGINE=openai
AUDIO_TTS_OPENAI_API_BASE_URL=${url}/v1
AUDIO_TTS_OPENAI_API_KEY=$VANG_API_KEY
AUDIO_TTS_MODEL=tts-1
AUDIO_TTS_VOICE=alloy
AUDIO_STT_ENGINE=openai
AUDIO_STT_OPENAI_API_BASE_URL=${url}/v1
AUDIO_STT_OPENAI_API_KEY=$VANG_API_KEY
AUDIO_STT_MODEL=whisper-1`),
  },
  {
    id: "dify",
    name: "Dify",
    api: "openai",
    does: ["tts", "stt"],
    source: {
      repository: "langgenius/dify-plugin-sdks",
      path: "python/dify_plugin/interfaces/model/openai_compatible",
      commit: "070ba2e9b6149254375f6607f38e660679979650",
    },
    sample: settings(`
# Model provider OpenAI-API-compatible, a model of type TTS and one of type Speech2text:
Model Name = tts-1, whisper-1
API Key = $VANG_API_KEY
API endpoint URL = ${url}/v1
Available Voices = alloy, nova, echo, onyx`),
  },
  {
    id: "home-assistant",
    name: "Home Assistant, openai_tts",
    api: "openai",
    does: ["tts"],
    source: {
      repository: "sfortis/openai_tts",
      path: "custom_components/openai_tts/openaitts_engine.py",
      commit: "917b2825cef51f885eee8cd730747681f6880475",
    },
    sample: settings(`
API key = $VANG_API_KEY
API endpoint URL = ${url}/v1/audio/speech
Model = tts-1
Voice = alloy`),
  },
  {
    id: "fpt",
    name: "FPT.AI",
    api: "fpt",
    does: ["tts", "stt"],
    source: {
      repository: "leduchuy225/Auto-Vid",
      path: "utils/voice_maker.py",
      commit: "15108f2d15877c578fed4f2bc136515658ecd8ec",
    },
    sample: python(`
import json, os, urllib.request

def post(path, data, **headers):
    headers = {"api-key": os.environ["VANG_API_KEY"], **headers}
    return json.load(urllib.request.urlopen(urllib.request.Request("${url}" + path, data=data, headers=headers)))

link = post("/hmi/tts/v5", "Xin chào Việt Nam".encode("utf-8"), voice="banmai", speed="", format="wav")["async"]
audio = urllib.request.urlopen(link).read()
print(post("/hmi/asr/general", audio)["hypotheses"][0]["utterance"])`),
  },
  {
    id: "vbee",
    name: "Vbee",
    api: "vbee",
    does: ["tts"],
    sample: python(`
import io, json, os, urllib.request, wave

def call(path, body=None):
    headers = {"Authorization": "Bearer " + os.environ["VANG_API_KEY"], "Content-Type": "application/json"}
    data = body and json.dumps(body).encode()
    request = urllib.request.Request("${url}/api/v1/tts" + path, data=data, headers=headers)
    return json.load(urllib.request.urlopen(request))["result"]

wanted = {"app_id": "any", "response_type": "indirect", "input_text": "Xin chào Việt Nam", "audio_type": "wav",
          "voice_code": "hn_female_ngochuyen_full_48k-fhg", "bitrate": 128, "speed_rate": "1.0"}
link = call("/" + call("", wanted)["request_id"])["audio_link"]
with wave.open(io.BytesIO(urllib.request.urlopen(link).read())) as audio:
    print(audio.getnframes() / audio.getframerate())`),
  },
];
