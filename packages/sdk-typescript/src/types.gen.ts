// Written from /openapi.json by `npm run sdk-types`. Do not edit.

export interface TtsResponse {
  /** ID of this request, for reconciliation, lookup and support. */
  trackingId: string;
  /** Download URL of the audio; needs no API key and works until the file is deleted. */
  audioUrl: string;
  /** Length of the audio in seconds. */
  audioDuration: number;
  /** Size of the file in bytes. */
  fileSizeBytes: number;
  /** Milliseconds from receiving the request to the finished audio. */
  processingTimeMs: number;
  /** Language code as sent; null if none was sent. */
  languageCode: string | null;
  /** When the text is spoken, on request. Null for a result whose request did not ask for it. */
  alignment?: {
    /** `engine`: the engine reports when each word is spoken. `sentence`: it reports only sentences, and their words share the time by their length. */
    source: "engine" | "sentence";
    /** With `timestamps: word`. */
    words?: {
      /** The word as it is written, with its punctuation. A number is one word. */
      word: string;
      /** Start in seconds from the beginning of the audio. */
      start: number;
      /** End in seconds from the beginning of the audio. */
      end: number;
    }[];
    /** With `timestamps: character`: the characters of the text. */
    characters?: string[];
    /** When each character begins, in seconds from the start of the audio. */
    starts?: number[];
    /** When each character ends, in seconds. */
    ends?: number[];
  } | null;
}

export interface Problem {
  /** URI of the error type (RFC 9457), the same as `docUrl`. */
  type: string;
  /** Short name of the code. */
  title: string;
  /** HTTP status code. */
  status: number;
  /** The same as `message`, under the name of RFC 9457. */
  detail: string;
  /** URI of this occurrence, with the request ID. */
  instance: string;
  /** Stable error code. `docUrl` explains it and how to resolve it. */
  code:
    | "INVALID_REQUEST"
    | "INVALID_JSON"
    | "IDEMPOTENCY_KEY_INVALID"
    | "TEXT_EMPTY"
    | "TEXT_TOO_LONG"
    | "SPOKEN_TEXT_TOO_LONG"
    | "TEXT_INVALID"
    | "VOICE_UNKNOWN"
    | "MODEL_UNKNOWN"
    | "VOICE_NOT_IN_MODEL"
    | "PROVIDER_REJECTED"
    | "KEY_IN_URL"
    | "KEY_MISSING"
    | "KEY_INVALID"
    | "INSUFFICIENT_CREDIT"
    | "SPEND_CAP_REACHED"
    | "SCOPE_MISSING"
    | "KEY_TOO_WIDE"
    | "LIVE_KEY_REQUIRED"
    | "AUDIO_LINK_INVALID"
    | "AUDIO_LINK_EXPIRED"
    | "IP_NOT_ALLOWED"
    | "ORIGIN_NOT_ALLOWED"
    | "BUSINESS_SUSPENDED"
    | "REGION_NOT_ALLOWED"
    | "SIGNATURE_INVALID"
    | "NOT_FOUND"
    | "RESULT_NOT_FOUND"
    | "RESULT_EXPIRED"
    | "RESULT_FAILED"
    | "WRONG_REGION"
    | "METHOD_NOT_ALLOWED"
    | "CLIENT_CLOSED"
    | "CONFLICT"
    | "IDEMPOTENCY_RUNNING"
    | "PRICE_CHANGED"
    | "PRONUNCIATIONS_FULL"
    | "WEBHOOK_LIMIT_REACHED"
    | "KEY_LIMIT_REACHED"
    | "PRECONDITION_FAILED"
    | "BODY_TOO_LARGE"
    | "AUDIO_TOO_LONG"
    | "CONTENT_TYPE_UNSUPPORTED"
    | "AUDIO_UNSUPPORTED"
    | "AUDIO_INVALID"
    | "AUDIO_EMPTY"
    | "BOOK_INVALID"
    | "BOOK_ENCRYPTED"
    | "IDEMPOTENCY_MISMATCH"
    | "SOURCE_REJECTED"
    | "SOURCE_CHANGED"
    | "SOURCE_UNAVAILABLE"
    | "CHECKSUM_MISMATCH"
    | "RANGE_NOT_SATISFIABLE"
    | "RATE_LIMITED_BUSINESS"
    | "RATE_LIMITED_KEY"
    | "CONCURRENCY_LIMITED_BUSINESS"
    | "CONCURRENCY_LIMITED_KEY"
    | "TOO_MANY_ATTEMPTS"
    | "REDACTION_FAILED"
    | "INTERNAL"
    | "PROVIDER_FAILED"
    | "OVERLOADED";
  /** Cause and remedy, in English. */
  message: string;
  /** Cause and remedy, in Vietnamese. */
  messageVi: string;
  /** ID of this request. */
  requestId: string;
  /** The invalid field of the request; null when the error is not about a single field. */
  param: string | null;
  /** Documentation of this code. */
  docUrl: string;
  /** `true` if the same request can succeed later. */
  retryable: boolean;
  /** Only with `IDEMPOTENCY_RUNNING`: the `trackingId` of the first request, which is still running. */
  trackingId?: string;
}

export interface TtsRequest {
  /** Text to read, up to 5,000 Unicode characters as a person sees them: after NFC normalization, without markup and hidden characters, which cost nothing. */
  text: string;
  /** `text` (default) is cleaned of markup: tags of HTML and SSML, marks of Markdown, styled letters and hidden characters; only what a person sees is read and charged. `ssml` reads a subset of SSML: see “What is cleaned from a text”. */
  textType?: "text" | "ssml" | null;
  /** ID of a voice from the voice list (GET /tts/voices). */
  voiceId: string;
  /** ID of a model from the model list (GET /tts/models). */
  modelId: string;
  /** Language code of the text. Currently ignored. */
  languageCode?: string | null;
  /** Options of the model (see `config` in GET /tts/models). The engine validates the values. */
  config?: {
    /** The short forms of chat and online shops (mk, ae, sp, k): `auto`, the default, reads them in texts that are written so, `chat` in every text, `standard` in none. Can also be sent as `config.textStyle`, for every model. */
    textStyle?: "auto" | "standard" | "chat";
    [name: string]: unknown;
  } | null;
  /** Format of the audio file. `pcm` (16-bit, little endian), `mulaw` and `alaw` (G.711) are for telephone systems. */
  audioFormat?: "mp3" | "wav" | "opus" | "pcm" | "mulaw" | "alaw" | null;
  /** Sample rate in Hz for `wav`, `pcm`, `mulaw` and `alaw`. Default: the voice’s own for `wav`, 24000 for `pcm`, 8000 for `mulaw` and `alaw`. */
  sampleRate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000;
  /** For `pcm`, `mulaw` and `alaw`: `raw` (default) returns samples only, `wav` a WAV file. */
  container?: "raw" | "wav" | null;
  /** How this request is read: an object with the options that differ from the defaults of the voice’s region and the business’s settings, or `off` to send the text unchanged to the engine (for engines that normalize text themselves). With `off`, neither cleaning nor normalization nor custom pronunciations apply, and each character sent is charged; pause marks such as `[pause:1.5]` still do. */
  reading?: "off" | ReadingOptions | null;
  /** Adds when the text is spoken, as it is written: by `word` or by `character`. At `/tts/stream` with `Accept: text/event-stream`: events `alignment`, and the whole in `done`. A lookup has it for a request that asked for it. */
  timestamps?: "word" | "character" | null;
  /** The same as the header `X-Metadata`, in the body: a JSON object with up to 16 keys of 40 characters with text of up to 500 characters, 4 kB in all; in a form as JSON. A request with both is rejected. */
  metadata?: { [name: string]: string } | null;
}

export interface ReadingOptions {
  /** The zero in the tens of 105: "một trăm linh năm" or "một trăm lẻ năm". */
  emptyTen?: "linh" | "lẻ";
  /** 1,000: "một nghìn" or "một ngàn". */
  thousand?: "nghìn" | "ngàn";
  /** The final 4 of 24: "hai mươi tư" or "hai mươi bốn". */
  four?: "tư" | "bốn";
  /** The year 2026: `full` "hai nghìn không trăm hai mươi sáu", `short` "hai nghìn hai mươi sáu", `digits` "hai không hai sáu". */
  year?: "full" | "short" | "digits";
  /** The decimals of 3,14: `number` "mười bốn", `digits` "một bốn". */
  decimals?: "number" | "digits";
  /** The short forms of chat and online shops (mk, ae, sp, k): `auto`, the default, reads them in texts that are written so, `chat` in every text, `standard` in none. Can also be sent as `config.textStyle`, for every model. */
  textStyle?: "auto" | "standard" | "chat";
  /** `silent`, the default, leaves emoji out; `name` reads their names. */
  emoji?: "silent" | "name";
}

export interface ReadingPreview {
  /** What a person sees of the text: NFC, without markup and hidden characters. */
  text: string;
  /** The text as it will be read. */
  spoken: string;
  /** Number of characters that a request with this text is charged for: those that a person sees, or what custom pronunciations add beyond twice what they replace, if that is more. */
  characters: number;
  /** The current price of the model for the business. Send its priceId as X-Price-Id to be charged by no other price. */
  price: {
    /** ID of the price. */
    priceId: string;
    /** Price per unit, in đồng. */
    priceVnd: number;
    /** Unit of the price: 1,000 characters or one second (rounded up). */
    unit: "1000_characters" | "second";
    /** When the price begins to apply. */
    from: string;
  };
  /** Charge of a request with this text by that price, in đồng. */
  chargeVnd: number;
  /** Parts that are read differently from how they are written. Empty for engines that apply their own rules. */
  changes: {
    /** The part of `text`. */
    written: string;
    /** How this part is read. */
    spoken: string;
    /** The rule that was applied. */
    rule: string;
    /** Offset in `text`, in UTF-16 code units. */
    at: number;
    /** Only for a pause mark such as `[pause:1.5]`: seconds of silence in the audio. A pause lasts up to 10 s, all pauses of a text up to 30 s; the rest is cut. Absent for external engines, where the mark is replaced with a sentence break. */
    pauseSeconds?: number;
  }[];
  /** Abbreviations with several possible readings, each with its readings, the best first. */
  ambiguous: {
    /** The part of `text`. */
    written: string;
    /** Offset in `text`, in UTF-16 code units. */
    at: number;
    /** The chosen reading; `null` where none was sure enough, so that it is spelled or left as written. */
    spoken: string | null;
    /** The readings with their scores, the best first, five at most. */
    senses: {
      /** A possible reading. */
      spoken: string;
      /** The sum of what speaks for it. It is read from 3 on, and only if the second is at least 1 lower. */
      score: number;
      /** Words and kinds of text beside it that speak for this reading. */
      evidence: string[];
    }[];
  }[];
  /** What was cleaned from the text, by kind. */
  cleaned: {
    /** `htmlTags`, `comments`, `references`, `markdownMarks`, `links`, `images`, `styledCharacters`, `hiddenCharacters` or `lookAlikes`. */
    kind: string;
    /** How many of them. */
    count: number;
  }[];
  /** Characters that no rule knows. They are left out of the speech. */
  unread: string[];
  /** `legacy-encoding`: the text looks like TCVN3, VNI or a double encoding; `look-alikes`: Cyrillic or Greek letters inside words were read as the Latin letters that they look like. */
  warnings: ("legacy-encoding" | "look-alikes")[];
  /** Elements of SSML that have no effect. */
  ignored: string[];
}

export interface ReadingRequest {
  /** Text to read, up to 5,000 Unicode characters as a person sees them: after NFC normalization, without markup and hidden characters, which cost nothing. */
  text: string;
  /** `text` (default) is cleaned of markup: tags of HTML and SSML, marks of Markdown, styled letters and hidden characters; only what a person sees is read and charged. `ssml` reads a subset of SSML: see “What is cleaned from a text”. */
  textType?: "text" | "ssml" | null;
  /** ID of a voice from the voice list (GET /tts/voices). */
  voiceId: string;
  /** ID of a model from the model list (GET /tts/models). */
  modelId: string;
  /** How this request is read: an object with the options that differ from the defaults of the voice’s region and the business’s settings, or `off` to send the text unchanged to the engine (for engines that normalize text themselves). With `off`, neither cleaning nor normalization nor custom pronunciations apply, and each character sent is charged; pause marks such as `[pause:1.5]` still do. */
  reading?: "off" | ReadingOptions | null;
  /** Options of the model (see `config` in GET /tts/models). The engine validates the values. */
  config?: {
    /** The short forms of chat and online shops (mk, ae, sp, k): `auto`, the default, reads them in texts that are written so, `chat` in every text, `standard` in none. Can also be sent as `config.textStyle`, for every model. */
    textStyle?: "auto" | "standard" | "chat";
    [name: string]: unknown;
  } | null;
}

export interface PronunciationList {
  /** The custom pronunciations of the business. */
  pronunciations: Pronunciation[];
}

export interface Pronunciation {
  /** Word or phrase as written in texts, up to 100 characters. Case-insensitive. */
  written: string;
  /** How it is read, as Vietnamese syllables, up to 200 characters. */
  spoken: string;
}

export interface PronunciationRequest {
  /** Word or phrase as written in texts, up to 100 characters. Case-insensitive. */
  written: string;
  /** How it is read, as Vietnamese syllables, up to 200 characters. */
  spoken: string;
}

export interface PronunciationCounts {
  /** How many words were added or changed. */
  saved: number;
  /** How many words were removed. */
  removed: number;
}

export interface PronunciationChanges {
  /** Words to add or to change, at most 100. */
  save?: {
    /** Word or phrase as written in texts, up to 100 characters. Case-insensitive. */
    written: string;
    /** How it is read, as Vietnamese syllables, up to 200 characters. */
    spoken: string;
  }[];
  /** Words to remove, at most 100. */
  remove?: string[];
}

export interface PronunciationRemoval {
  /** Word or phrase as written in texts, up to 100 characters. Case-insensitive. */
  written: string;
  /** `true` if the word was on the list. */
  removed: boolean;
}

export interface DeletionReceipt {
  /** ID of the receipt. */
  receiptId: string;
  /** `trackingId` of the request. */
  trackingId: string;
  /** ID of the business. */
  businessId: string;
  /** ID of the API key or the person that requested the deletion. */
  requestedBy: string;
  /** When the deletion was requested. */
  requestedAt: string;
  /** When everything was deleted; null while a file is still being deleted. */
  erasedAt: string | null;
  /** The deleted parts. */
  objects: {
    /** Kind of content. */
    kind: "audio" | "text" | "transcript" | "input" | "edits";
    /** Size of the part in bytes. */
    sizeBytes: number;
    /** 16 random bytes, in hex. */
    salt: string;
    /** SHA-256 of the salt followed by the deleted bytes, in hex. */
    digest: string;
  }[];
  /** Entry in the business’s audit log; null on older receipts. */
  auditEntry?: {
    /** Its place in the audit log of the business, without gaps. */
    sequence: number;
    /** Chain digest: of this entry and of the digest before it. */
    digest: string;
  } | null;
  /** `none`: nothing was to be kept. `erasedAt` is then null only while a result can still be fetched, for at most 15 minutes. */
  retention?: "none";
  /** Signature of this installation over the receipt. */
  signature: string;
}

export interface SttResponse {
  /** ID of this request, for reconciliation, lookup and support. */
  trackingId: string;
  /** The transcript; empty if there is no speech. */
  transcript: string;
  /** Number of seconds charged: the length of the audio minus 0.2 s of possible encoder padding, rounded up, at least 1. */
  audioDuration: number;
  /** Size of the file in bytes. */
  fileSizeBytes: number;
  /** Milliseconds from receiving the request to the transcript. */
  processingTimeMs: number;
  /** Name of the uploaded file. */
  inputAudioFileName: string | null;
  /** URL of the uploaded file, valid for 15 minutes; it might have expired at a later lookup. */
  inputAudioUrl: string | null;
  /** The transcript of each channel; only with `channels=separate`. Equal channels are one. */
  channels?: TranscriptChannel[];
  /** Parts of the transcript in their order; only with `verbose_json`. */
  segments?: TranscriptSegment[];
  /** Words in their order; only with `verbose_json`, and only if the model has times of words. */
  words?: TranscriptWord[];
}

export interface TranscriptChannel {
  /** The number of the channel: 1 for left, 2 for right. */
  channel: number;
  /** The transcript of this channel. */
  transcript: string;
}

export interface TranscriptSegment {
  /** Start in seconds from the beginning of the audio. */
  start: number;
  /** End in seconds from the beginning of the audio. */
  end: number;
  /** What is said from `start` to `end`. */
  text: string;
  /** The channel, from 1; only with `channels=separate`. */
  channel?: number;
  /** Who speaks: A, B, C in the order of first speech. Only with `diarize`. */
  speaker?: string;
}

export interface TranscriptWord {
  /** The word. */
  word: string;
  /** The word as it is written, only in formatted transcripts. Where several words are written as one, the first has the written form and the others an empty string. */
  punctuated_word?: string;
  /** Start in seconds from the beginning of the audio. */
  start: number;
  /** End in seconds from the beginning of the audio. */
  end: number;
  /** The channel, from 1; only with `channels=separate`. */
  channel?: number;
  /** Who speaks: A, B, C in the order of first speech. Only with `diarize`. */
  speaker?: string;
}

export interface SttUpload {
  /** Audio file: WAV, MP3, M4A, AAC, OGG, Opus, WebM, FLAC, AIFF, CAF, AMR, 3GP, WMA; up to 25 MB and 30 minutes. */
  file: Blob;
  /** ID of a model from the model list; defaults to the first speech-to-text model. */
  modelId?: string;
  /** Language code of the audio, passed to the engine. */
  languageCode?: string;
  /** Options of the model as a JSON object. The engine validates the values. */
  config?: string;
  /** `separate` transcribes each channel of a stereo file for itself and charges each; equal channels count once. `mixed` (default) mixes them. */
  channels?: "mixed" | "separate";
  /** The same as the header `X-Metadata`, in the body: a JSON object with up to 16 keys of 40 characters with text of up to 500 characters, 4 kB in all; in a form as JSON. A request with both is rejected. */
  metadata?: string;
  /** Format of the response: JSON, JSON with the times of segments and words (`verbose_json`), SRT or WebVTT subtitles, or plain text. */
  responseFormat?: "json" | "verbose_json" | "srt" | "vtt" | "text";
  /** How the transcript is formatted: a list with commas (or the field sent several times) of `numerals` (numbers in digits), `punctuate`, `casing` and `paragraphs`; or `all`, `none`. Without it the setting of the business applies. Free of charge. */
  formatting?: string;
  /** The same as `formatting=all`; `false` is `none`. */
  smart_format?: boolean;
  /** The same as `formatting=numerals`. */
  numerals?: boolean;
  /** The same as `formatting=punctuate,casing`. */
  punctuate?: boolean;
  /** The same as `formatting=numerals,punctuate,casing`. */
  format_text?: boolean;
  /** Names and words in the audio, with commas between them, or the field sent several times (`keyterms[]`). At most 100, each of at most 50 characters and five words. The saved lists of the API key and of the business are added, up to 100. `X-Keyterms` says what they did. */
  keyterms?: string;
  /** The same as `keyterms`. */
  keywords?: string;
  /** The same as `keyterms`. */
  keyterm?: string;
  /** The same as `keyterms`. */
  keyterms_prompt?: string;
  /** What is replaced by labels in braces such as `PHONE_1`: a list of `phone`, `cccd`, `tax_code`, `account`, `card`, `plate`, `email`, `amount`, `numbers`, or the groups `pii`, `pci`. Vietnamese only. `inputAudioFileName` is then null, and the audio file is not stored unless `redactAudio` is sent. */
  redact?: string;
  /** Stores the audio file with silence or a tone over what is redacted. Needs a model that returns the times of words. */
  redactAudio?: "silence" | "tone";
  /** Whether segments and words say who speaks. Requires a model with `diarizes: true`. With `channels=separate`, speakers are distinguished within each channel. */
  diarize?: boolean;
  /** Read as `diarize=true`, whatever its value. */
  diarize_model?: string;
  /** How many speakers there are, if known; with `channels=separate`, in each channel. Without `diarize` it has no effect. */
  speakers?: number;
}

export interface LiveToken {
  /** Opens one live transcription. */
  token: string;
  /** When the token can no longer be used. */
  expiresAt: string;
}

export interface LiveTokenRequest {
  /** How long the token can be used, in seconds. */
  ttlSeconds?: number;
  /** The longest duration of the transcription that it opens, in seconds. */
  maxSessionSeconds?: number;
  /** Kept with the transcription that the token opens, like the header `X-Metadata` of other requests: up to 16 keys of 40 characters with text of up to 500 characters, 4 kB in all. */
  metadata?: { [name: string]: string } | null;
}

export interface Upload {
  /** ID of the upload. */
  uploadId: string;
  /** receiving (bytes are still to be sent), fetching (a worker reads the URL), ready (a job can take it) or failed (the URL could not be read). */
  status: "receiving" | "fetching" | "ready" | "failed";
  /** Size of the whole file in bytes; null while it is not known of a file that is fetched. */
  sizeBytes: number | null;
  /** How many bytes have arrived and are stored: the next byte to send. */
  receivedBytes: number;
  /** Why the file could not be fetched, or with fetching why the last attempt ended; otherwise null. */
  resultCode: string | null;
  /** The result code as a sentence in English; null without one. */
  message: string | null;
  /** The same in Vietnamese. */
  messageVi: string | null;
  /** When the upload was created. */
  createdAt: string;
  /** When the upload is deleted. */
  expiresAt: string;
}

export type UploadBytes = Blob;

export interface UploadRequest {
  /** A public HTTPS URL that a worker fetches the file from, at most 2 GB. */
  url: string;
}

export interface Job {
  /** ID of the job, which is also its trackingId. */
  jobId: string;
  /** What the job does: `stt` transcribes a recording, `tts` reads a text aloud. */
  kind: "stt" | "tts";
  /** queued, running, paused (it waits for credit), succeeded, failed or canceled. */
  status: "queued" | "running" | "paused" | "succeeded" | "failed" | "canceled";
  /** The part that is done, from 0 to 1. */
  progress: number;
  /** Seconds of the recording that are done, or seconds of audio created so far. */
  secondsDone: number;
  /** Length of the recording, or of the finished audio, in seconds; null until it is known. */
  secondsTotal: number | null;
  /** Estimate of how many seconds the job still takes; null while there is none. */
  secondsLeft: number | null;
  /** Characters of the text that are read; null for `stt`. */
  charactersDone: number | null;
  /** Characters of the text; null until it is known, and for `stt`. */
  charactersTotal: number | null;
  /** What was charged so far, in đồng. */
  chargeVnd: number;
  /** The `modelId`; empty for requests rejected before the model was known. */
  modelId: string;
  /** ID of the voice; null for `stt`. */
  voiceId: string | null;
  /** Language code as sent; null if none was sent. */
  languageCode: string | null;
  /** ID of the job whose audio this one uses again; null without one. */
  fromJobId: string | null;
  /** Why the job failed or is paused, or a remark on its result, such as NO_SPEECH_FOUND. */
  resultCode: string | null;
  /** The result code as a sentence in English; null without one. */
  message: string | null;
  /** The same in Vietnamese. */
  messageVi: string | null;
  /** URL of the transcript, or of the result with its audio; null until there is one. */
  resultUrl: string | null;
  /** Your own keys and values from `X-Metadata`; null without any. */
  metadata: { [name: string]: string } | null;
  /** When the job was created. */
  createdAt: string;
  /** When the job was begun. */
  startedAt: string | null;
  /** When the job ended. */
  endedAt: string | null;
}

export interface JobRequest {
  /** What the job does: `stt` transcribes a recording, `tts` reads a text aloud. */
  kind: "stt" | "tts";
  /** ID of an upload that has arrived whole. It is deleted once the job has read it. A `tts` job can have `text` instead. */
  uploadId?: string | null;
  /** Of a recording, instead of `uploadId`: a public HTTPS URL that a worker fetches it from, at most 2 GB. */
  url?: string | null;
  /** ID of a model from the model list; defaults to the first speech-to-text model. */
  modelId?: string | null;
  /** Language code of the audio, passed to the engine. */
  languageCode?: string | null;
  /** Options of the model (see `config` in GET /tts/models). The engine validates the values. */
  config?: { [name: string]: unknown } | null;
  /** How the transcript is formatted: a list with commas (or the field sent several times) of `numerals` (numbers in digits), `punctuate`, `casing` and `paragraphs`; or `all`, `none`. Without it the setting of the business applies. Free of charge. */
  formatting?: string;
  /** Names and words in the audio, with commas between them, or the field sent several times (`keyterms[]`). At most 100, each of at most 50 characters and five words. The saved lists of the API key and of the business are added, up to 100. `X-Keyterms` says what they did. */
  keyterms?: string;
  /** What is replaced by labels in braces such as `PHONE_1`: a list of `phone`, `cccd`, `tax_code`, `account`, `card`, `plate`, `email`, `amount`, `numbers`, or the groups `pii`, `pci`. Vietnamese only. `inputAudioFileName` is then null, and the audio file is not stored unless `redactAudio` is sent. */
  redact?: string;
  /** The text that a `tts` job reads, up to 200,000 Unicode code points. */
  text?: string | null;
  /** Format of the text. In `markdown` each heading of level 1 or 2 begins a chapter. By default as the name of the uploaded file ends, otherwise `plain`. */
  format?: "plain" | "markdown" | "epub" | null;
  /** ID of the voice of a `tts` job, from the list of voices. Required for `tts`. */
  voiceId?: string | null;
  /** Voices of single chapters that differ from the job’s. */
  chapters?:
    | {
        /** Number of the chapter, from 1. */
        number: number;
        /** ID of the chapter’s voice, of the same model. */
        voiceId: string;
      }[]
    | null;
  /** ID of a `tts` job that has ended. Its text is used again; only what changed is read again and charged. */
  fromJobId?: string | null;
  /** With `fromJobId`: new texts of single parts. An empty text removes the part. */
  parts?:
    | {
        /** Number of the part in the whole text, from 1. */
        number: number;
        /** New text of the part. */
        text: string;
      }[]
    | null;
  /** Audio format of a `tts` job, `mp3` by default. The audio always has 24,000 Hz. */
  audioFormat?: "mp3" | "wav" | null;
  /** How this request is read: an object with the options that differ from the defaults of the voice’s region and the business’s settings, or `off` to send the text unchanged to the engine (for engines that normalize text themselves). With `off`, neither cleaning nor normalization nor custom pronunciations apply, and each character sent is charged; pause marks such as `[pause:1.5]` still do. */
  reading?: "off" | ReadingOptions | null;
  /** A public HTTPS URL that receives the events of this job, signed like webhooks. */
  callbackUrl?: string | null;
  /** The same as `callbackUrl`. */
  callback_url?: string | null;
  /** The same as the header `X-Metadata`, in the body: a JSON object with up to 16 keys of 40 characters with text of up to 500 characters, 4 kB in all; in a form as JSON. A request with both is rejected. */
  metadata?: { [name: string]: string } | null;
  [name: string]: unknown;
}

export interface JobList {
  /** The jobs of this page. */
  jobs: Job[];
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next: string | null;
}

export interface JobChapters {
  /** ID of the job, which is also its trackingId. */
  jobId: string;
  /** Download URL of the audio; needs no API key and works until the file is deleted. */
  audioUrl: string;
  /** Length of the audio in seconds. */
  audioDuration: number;
  /** The chapters in their order. */
  chapters: BookChapter[];
}

export interface BookChapter {
  /** Number of the chapter, from 1. */
  number: number;
  /** Title of the chapter; null without one. */
  title: string | null;
  /** ID of the chapter’s voice, of the same model. */
  voiceId: string;
  /** Start in seconds from the beginning of the audio. */
  start: number;
  /** End in seconds from the beginning of the audio. */
  end: number;
  /** Link to the audio of this chapter alone, which expires together with `audioUrl`. */
  audioUrl: string;
  /** The parts of the chapter: each is a paragraph, several short ones, or some sentences of a long one. */
  parts: BookPart[];
}

export interface BookPart {
  /** Number of the part in the whole text, from 1. */
  number: number;
  /** Text of the part. */
  text: string;
  /** Start in seconds from the beginning of the audio. */
  start: number;
  /** End in seconds from the beginning of the audio. */
  end: number;
}

export interface VoiceList {
  /** The available voices. */
  voices: Voice[];
}

export interface Voice {
  /** ID of the voice, sent as `voiceId`. */
  voiceId: string;
  /** Display name. */
  name: string;
  /** Gender of the voice. */
  gender: "female" | "male";
  /** Accent: northern, central or southern Vietnamese. */
  region: "north" | "central" | "south";
  /** Language code (BCP 47). */
  languageCode: string;
  /** Speaking styles. */
  styles: string[];
  /** URL of a sample; needs no API key. */
  previewUrl: string;
  /** Models that offer this voice. */
  modelIds: string[];
  /** `true` if the quality is experimental. */
  experimental: boolean;
}

export interface ModelList {
  /** The available models. */
  models: Model[];
}

export interface Model {
  /** ID of the model, sent as `modelId`. */
  modelId: string;
  /** Display name of the model. */
  name: string;
  /** `tts` for text to speech, `stt` for speech to text. */
  kind: "tts" | "stt";
  /** Supported languages (BCP 47). */
  languageCodes: string[];
  /** Name of the engine. Present only for some engines, such as the demo recognizer `demo-synthetic`. */
  engine?: string;
  /** Whether the model can tell speakers apart. The demo recognizer does so only for the built-in voices, not for people. */
  diarizes?: boolean;
  /** By what the model distinguishes speakers; absent where it cannot. `embedded_voices`: the pitch and sound of the built-in voices, which does not work for people. `installed_model`: a speaker model on the server. `remote_engine`: the remote engine itself. */
  diarizesBy?: "embedded_voices" | "installed_model" | "remote_engine";
  /** Options accepted in `config`, by name. */
  config: { [name: string]: ConfigField };
  /** Price per unit, in đồng. */
  priceVnd: number;
  /** Unit of the price: 1,000 characters or one second (rounded up). */
  unit: "1000_characters" | "second";
  /** ID of the price. */
  priceId: string;
  /** When the price begins to apply. */
  priceFrom: string;
  /** The next price that is announced; null if there is none. */
  nextPrice: {
    /** ID of the price. */
    priceId: string;
    /** Price per unit, in đồng. */
    priceVnd: number;
    /** Unit of the price: 1,000 characters or one second (rounded up). */
    unit: "1000_characters" | "second";
    /** When the price begins to apply. */
    from: string;
  } | null;
}

export interface ConfigField {
  /** Type of the value. */
  type: "number" | "integer" | "boolean" | "enum";
  /** Minimum. */
  min?: number;
  /** Maximum. */
  max?: number;
  /** Suggested step for user interfaces. */
  step?: number;
  /** Default value. */
  default: number | boolean | string;
  /** Accepted values, for the type `enum`. */
  options?: string[];
  /** Display name of the option. */
  label: {
    /** Name in Vietnamese. */
    vi: string;
    /** Name in English. */
    en: string;
  };
}

export interface Balance {
  /** Credit available to new requests, in đồng, with at most three decimals. */
  availableVnd: number;
  /** The part of `availableVnd` that is free credit, in đồng: spent first, never refunded. */
  freeVnd: number;
  /** Credit held for running requests, in đồng. */
  heldVnd: number;
  /** Currency, always đồng. */
  currency: "VND";
  /** Days that the available credit lasts at the average spending of the last 7 full days in Vietnam, or of the days since the first use if there are fewer. `null` before 3 days of use, or without recent use. */
  daysLeft: number | null;
}

export interface Usage {
  /** First day, in Vietnam (UTC+7). */
  from: string;
  /** Last day, in Vietnam (UTC+7); included. */
  to: string;
  /** The time that is summed up, with its offset. */
  window: {
    /** From this moment on. */
    from: string;
    /** Up to this moment, which is not included. */
    to: string;
  };
  /** What each row sums up: a comma-separated list of `day`, `hour`, `service`, `model`, `voice`, `key`, `api`, `region`, `result`, and at most one metadata key that the business chose, such as `metadata.customer`. `day` by default. */
  by: string[];
  /** Since when every charge is counted by the metadata key; null where none is asked for. */
  countedSince: string | null;
  /** Sorted by what `by` lists, in the order of the fields. */
  rows: UsageRow[];
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next: string | null;
}

export interface UsageRow {
  /** The day, in Vietnam (UTC+7). */
  day?: string;
  /** When the hour begins. */
  hour?: string;
  /** `tts`: text to speech. `stt`: speech to text. */
  service?: "tts" | "stt";
  /** The `modelId`; empty for requests rejected before the model was known. */
  modelId?: string;
  /** The `voiceId`; empty or null where there is none. */
  voiceId?: string;
  /** ID of the API key; `playground` for the playground of the console. */
  keyId?: string;
  /** Name of the API key; null for the playground. */
  keyName?: string | null;
  /** The API by which the requests came, as in the history. Requests from before November 29, 2026 count as `vang`. */
  api?: "vang" | "openai" | "elevenlabs" | "deepgram" | "fpt" | "vbee" | "jambonz" | "mcp" | "console";
  /** The region that processed the request. */
  region?: string;
  /** `completed`, or the error code. */
  result?: string;
  /** Value of the metadata key: empty for jobs without it, `other` from the 10,001st value of a month on. Values whose first 100 characters are the same are one. */
  metadata?: { [name: string]: string };
  /** Jobs, and requests that were rejected before there was a job. Above 100 rejected requests of a key in a minute, this is an estimate. */
  requests: number;
  /** Jobs, completed and failed. */
  jobs: number;
  /** Failed and rejected requests by error code. */
  errors: { [name: string]: number };
  /** Characters of completed text to speech. */
  characters: number;
  /** Seconds of audio created or transcribed. */
  seconds: number;
  /** Charged amount in đồng, with at most three decimals. */
  chargeVnd: number;
  /** Processing times of completed jobs in milliseconds, at most 5 % off; null without any. */
  latencyMs: {
    /** Half of the jobs took at most this long. */
    p50: number;
    /** 95 % of the jobs took at most this long. */
    p95: number;
    /** 99 % of the jobs took at most this long. */
    p99: number;
  } | null;
}

export interface OwnUsage {
  /** ID of the API key; `playground` for the playground of the console. */
  keyId: string;
  /** Name of the API key; null for the playground. */
  keyName: string | null;
  /** Last four characters of the key that was sent. */
  keyHint: string;
  /** `live`, or `test` for a key that is charged nothing. */
  mode: "live" | "test";
  /** The scopes of the key. */
  scopes: (
    | "tts:execute"
    | "stt:execute"
    | "webhooks:manage"
    | "balance:read"
    | "usage:read"
    | "keys:manage"
    | "pronunciations:manage"
    | "members:read"
    | "budgets:manage"
    | "audit:read"
  )[];
  /** When the key expires; null if it does not. Of an old secret after a rotation: when it stops working. */
  expiresAt: string | null;
  /** The month that is counted, in Vietnam. */
  window: {
    /** From this moment on. */
    from: string;
    /** Up to this moment, which is not included. */
    to: string;
  };
  /** Jobs of this month. */
  jobs: number;
  /** What the key spent this month, in ₫, including running requests. */
  spentVnd: number;
  /** Monthly spending cap of the key, in ₫; null for none. */
  capVnd: number | null;
  /** What is left of the cap, in ₫; null without one. The balance or the cap of the business can be used up before. */
  leftVnd: number | null;
  /** Available balance of the business, in ₫, with the scope `balance:read` only; otherwise null. */
  balanceVnd: number | null;
  /** The limits in force: the lower ones of the key and of its business. */
  limits: {
    /** Requests per minute. */
    requestsPerMinute: number;
    /** Concurrent requests. */
    concurrentRequests: number;
  };
  /** What is running with this key. */
  running: {
    /** Requests in progress that are charged. */
    requests: number;
    /** Open live sessions. */
    liveSessions: number;
    /** Long jobs that have not ended. */
    longJobs: number;
  };
}

export interface History {
  /** Newest first. */
  jobs: HistoryJob[];
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next: string | null;
}

export interface HistoryJob {
  /** The `trackingId` of the response. */
  trackingId: string;
  /** `X-Request-Id` of the response. */
  requestId: string | null;
  /** Your own keys and values from `X-Metadata`; null without any. */
  metadata: { [name: string]: string } | null;
  /** `tts`: text to speech. `stt`: speech to text. */
  service: "tts" | "stt";
  /** The API by which the request came: vang is ours, console the playground, and the others those of other vendors that Vang serves too. null for older jobs. */
  api: "vang" | "openai" | "elevenlabs" | "deepgram" | "fpt" | "vbee" | "jambonz" | "mcp" | "console" | null;
  /** `none`: nothing of the content is kept, as the request or its key asked. */
  retention: "none" | null;
  /** `completed` or `failed`. */
  status: "completed" | "failed";
  /** Error code of a failed job, or a remark on a completed one, such as `NO_SPEECH_FOUND`. */
  resultCode: string | null;
  /** The `modelId`; empty for requests rejected before the model was known. */
  modelId: string;
  /** The `voiceId`; empty or null where there is none. */
  voiceId: string | null;
  /** ID of the API key; `playground` for the playground of the console. */
  keyId: string;
  /** Name of the API key; null for the playground. */
  keyName: string | null;
  /** Last four characters of the secret that was sent: an API key gets another one when it is rotated. Null for the playground, and if they are unknown. */
  keyHint: string | null;
  /** The region that processed the request. */
  region: string;
  /** When the job finished. */
  createdAt: string;
  /** Characters of the text; null for speech to text. */
  characters: number | null;
  /** Seconds of audio. */
  audioDuration: number;
  /** Processing time in milliseconds. */
  processingTimeMs: number;
  /** The price it was charged by; null if it is unknown, or if less than the price was charged. */
  price: {
    /** ID of the price. */
    priceId: string;
    /** Price per unit, in đồng. */
    priceVnd: number;
    /** Unit of the price: 1,000 characters or one second (rounded up). */
    unit: "1000_characters" | "second";
    /** When the price begins to apply. */
    from: string;
  } | null;
  /** Charged characters or seconds; 0 for a free job. */
  units: number | null;
  /** Charged amount in đồng: units × price. */
  chargeVnd: number;
}

export interface OpenAiSpeechRequest {
  /** Text to read, up to 5,000 Unicode characters after NFC normalization. */
  input: string;
  /** ID of a model, or a model name of OpenAI (`tts-1`, `gpt-4o-mini-tts`, `whisper-1`); the latter uses the default model. */
  model: string;
  /** ID of a voice, or a voice name of OpenAI such as `alloy`; the latter uses a Vietnamese voice. */
  voice:
    | string
    | {
        /** ID of a voice, or a voice name of OpenAI such as `alloy`; the latter uses a Vietnamese voice. */
        id: string;
      };
  /** Format of the audio. `aac` and `flac` are available where the installation has FFmpeg. `pcm` is 24 kHz, 16-bit, little endian, mono, without a header. */
  response_format?: "mp3" | "opus" | "wav" | "pcm" | "aac" | "flac" | null;
  /** Speed of speech, where the model has one (see `config` in GET /tts/models). */
  speed?: number | null;
  /** Accepted and ignored; the response says so in `X-Ignored`. */
  instructions?: string | null;
  /** Accepted and ignored; the response says so in `X-Ignored`. */
  instruction?: string | null;
  /** `sse` sends the audio as server-sent events, base64-encoded. */
  stream_format?: "audio" | "sse" | null;
  /** The same as the header `X-Metadata`, in the body: a JSON object with up to 16 keys of 40 characters with text of up to 500 characters, 4 kB in all; in a form as JSON. A request with both is rejected. */
  metadata?: { [name: string]: string } | null;
}

export interface OpenAiTranscript {
  /** The transcript. */
  text: string;
  /** Only with `verbose_json`. */
  task?: "transcribe";
  /** English name of the transcript’s language, such as `vietnamese`; only with `verbose_json`. */
  language?: string;
  /** Length of the audio in started seconds; only with `verbose_json`. */
  duration?: number;
  /** Parts of the transcript with their times in seconds; only with `verbose_json`. */
  segments?: {
    /** Number of the segment, from 0. */
    id: number;
    /** Start of the segment, in seconds. */
    start: number;
    /** End of the segment, in seconds. */
    end: number;
    /** Text of the segment. */
    text: string;
    /** Always 0: the audio is transcribed as a whole. */
    seek: number;
    /** Always empty: the models have no tokens of Whisper. */
    tokens: number[];
    /** Always 0: nothing is sampled. */
    temperature: number;
    /** Always 0: not known. */
    avg_logprob: number;
    /** Bytes of the text, divided by its bytes after compression with zlib. Above 2.4 the text probably repeats itself. */
    compression_ratio: number;
    /** Always 0: not known. Parts without speech are not listed. */
    no_speech_prob: number;
  }[];
  /** Words with their times; only with `verbose_json` and `word` in `timestamp_granularities[]`. */
  words?: TranscriptWord[];
  /** The seconds charged. A stream has no usage. */
  usage: {
    /** Always this value. */
    type: "duration";
    /** Started seconds of audio. */
    seconds: number;
  };
}

export interface OpenAiDiarizedTranscript {
  /** Only with `verbose_json`. */
  task: "transcribe";
  /** Length of the audio in started seconds; only with `verbose_json`. */
  duration: number;
  /** The transcript. */
  text: string;
  /** Parts of the transcript with their times in seconds; only with `verbose_json`. */
  segments: {
    /** Always this value. */
    type: "transcript.text.segment";
    /** The number of the segment, as `seg_001`. */
    id: string;
    /** Start of the segment, in seconds. */
    start: number;
    /** End of the segment, in seconds. */
    end: number;
    /** Text of the segment. */
    text: string;
    /** Who speaks: A, B, C in the order of first speech. Only with `diarize`. */
    speaker: string;
  }[];
  /** The seconds charged. A stream has no usage. */
  usage: {
    /** Always this value. */
    type: "duration";
    /** Started seconds of audio. */
    seconds: number;
  };
}

export interface OpenAiTranscriptionUpload {
  /** Audio file: WAV, MP3, M4A, AAC, OGG, Opus, WebM, FLAC, AIFF, CAF, AMR, 3GP, WMA; up to 25 MB and 30 minutes. */
  file: Blob;
  /** ID of a model, or a model name of OpenAI (`tts-1`, `gpt-4o-mini-tts`, `whisper-1`); the latter uses the default model. */
  model?: string;
  /** Language of the audio: a code such as `vi`, or its English name such as `vietnamese`. */
  language?: string;
  /** Format of the transcript. */
  response_format?: "json" | "text" | "srt" | "vtt" | "verbose_json" | "diarized_json";
  /** With `verbose_json`: `word` adds the times of words, if the model has them. The times of segments always come. */
  "timestamp_granularities[]"?: ("segment" | "word")[];
  /** `true` sends the transcript as server-sent events. */
  stream?: "true" | "false" | "True" | "False";
  /** How the transcript is formatted: a list with commas (or the field sent several times) of `numerals` (numbers in digits), `punctuate`, `casing` and `paragraphs`; or `all`, `none`. Without it the setting of the business applies. Free of charge. */
  formatting?: string;
  /** The same as `formatting=all`; `false` is `none`. */
  smart_format?: boolean;
  /** The same as `formatting=numerals`. */
  numerals?: boolean;
  /** The same as `formatting=punctuate,casing`. */
  punctuate?: boolean;
  /** The same as `formatting=numerals,punctuate,casing`. */
  format_text?: boolean;
  /** Names and words in the audio, with commas between them, or the field sent several times (`keyterms[]`). At most 100, each of at most 50 characters and five words. The saved lists of the API key and of the business are added, up to 100. `X-Keyterms` says what they did. */
  keyterms?: string;
  /** The same as `keyterms`. */
  keywords?: string;
  /** The same as `keyterms`. */
  keyterm?: string;
  /** The same as `keyterms`. */
  keyterms_prompt?: string;
  /** What is replaced by labels in braces such as `PHONE_1`: a list of `phone`, `cccd`, `tax_code`, `account`, `card`, `plate`, `email`, `amount`, `numbers`, or the groups `pii`, `pci`. Vietnamese only. `inputAudioFileName` is then null, and the audio file is not stored unless `redactAudio` is sent. */
  redact?: string;
  /** Stores the audio file with silence or a tone over what is redacted. Needs a model that returns the times of words. */
  redactAudio?: "silence" | "tone";
  /** Whether segments and words say who speaks. Requires a model with `diarizes: true`. With `channels=separate`, speakers are distinguished within each channel. */
  diarize?: boolean;
  /** Read as `diarize=true`, whatever its value. */
  diarize_model?: string;
  /** How many speakers there are, if known; with `channels=separate`, in each channel. Without `diarize` it has no effect. */
  speakers?: number;
  /** The same as the header `X-Metadata`, in the body: a JSON object with up to 16 keys of 40 characters with text of up to 500 characters, 4 kB in all; in a form as JSON. A request with both is rejected. */
  metadata?: string;
}

export interface OpenAiModelList {
  /** Always this value. */
  object: "list";
  /** The models. */
  data: OpenAiModel[];
}

export interface OpenAiModel {
  /** ID of a model. */
  id: string;
  /** Always this value. */
  object: "model";
  /** Always 0. */
  created: number;
  /** The engine of the model. */
  owned_by: string;
}

export interface OpenAiVoiceNames {
  /** The available voices. */
  voices: {
    /** ID of the voice, sent as `voiceId`. */
    id: string;
    /** Name of the voice. */
    name: string;
  }[];
}

export interface OpenAiModelNames {
  /** The models. */
  models: {
    /** ID of a model. */
    id: string;
  }[];
}

export interface WebhookList {
  /** The webhooks. */
  webhooks: Webhook[];
}

export interface Webhook {
  /** ID of the webhook. */
  id: string;
  /** URL that receives events by POST: https on port 443 or 8443, with a domain name, up to 2,000 characters. */
  url: string;
  /** Your own description, up to 200 characters. */
  description: string;
  /** Types of the events it receives. */
  events: string[];
  /** IDs of API keys, at most 50: of the events about a request or a key, the webhook receives only those of these keys. Empty for all keys. */
  keys: string[];
  /** Version of the event schemas, currently 1. */
  schemaVersion: number;
  /** Header that each delivery carries besides its signature. */
  security: {
    /** `none`; `api_key` for an API key issued by your system, sent in a header; `header` for any other header. */
    type: "none" | "api_key" | "header";
    /** Name of the header, with `api_key` and `header`. Host, Content-*, Webhook-*, User-Agent, Cookie and headers about the connection can’t be used. */
    name: string | null;
  };
  /** Maximum deliveries per second, from 1 to 100; `null` for no limit. */
  ratePerSecond: number | null;
  /** Whether events are sent one at a time in the order in which they were written. Each waits until the one before it was received or failed for good, which takes up to about 3 days. */
  ordered: boolean;
  /** Whether events of completed requests carry `data.content`: `transcript`, or `audioUrl`, which works for an hour. Test events never do. Turning it on takes a key with the scope to read the results: `tts:execute`, `stt:execute` or both. */
  content: boolean;
  /** `active`; `failing` after 5 failed attempts in a row; `paused` by you; `disabled` after failing for 5 days or because the receiver asked for it. */
  status: "disabled" | "paused" | "failing" | "active";
  /** Why it was disabled: `failing`, `gone` (the response was 410) or `receiver` (a response header asked for it); otherwise `null`. */
  disabledReason: string | null;
  /** When it was created. */
  createdAt: string;
}

export interface CreatedWebhook {
  /** ID of the webhook. */
  id: string;
  /** URL that receives events by POST: https on port 443 or 8443, with a domain name, up to 2,000 characters. */
  url: string;
  /** Your own description, up to 200 characters. */
  description: string;
  /** Types of the events it receives. */
  events: string[];
  /** IDs of API keys, at most 50: of the events about a request or a key, the webhook receives only those of these keys. Empty for all keys. */
  keys: string[];
  /** Version of the event schemas, currently 1. */
  schemaVersion: number;
  /** Header that each delivery carries besides its signature. */
  security: {
    /** `none`; `api_key` for an API key issued by your system, sent in a header; `header` for any other header. */
    type: "none" | "api_key" | "header";
    /** Name of the header, with `api_key` and `header`. Host, Content-*, Webhook-*, User-Agent, Cookie and headers about the connection can’t be used. */
    name: string | null;
  };
  /** Maximum deliveries per second, from 1 to 100; `null` for no limit. */
  ratePerSecond: number | null;
  /** Whether events are sent one at a time in the order in which they were written. Each waits until the one before it was received or failed for good, which takes up to about 3 days. */
  ordered: boolean;
  /** Whether events of completed requests carry `data.content`: `transcript`, or `audioUrl`, which works for an hour. Test events never do. Turning it on takes a key with the scope to read the results: `tts:execute`, `stt:execute` or both. */
  content: boolean;
  /** `active`; `failing` after 5 failed attempts in a row; `paused` by you; `disabled` after failing for 5 days or because the receiver asked for it. */
  status: "disabled" | "paused" | "failing" | "active";
  /** Why it was disabled: `failing`, `gone` (the response was 410) or `receiver` (a response header asked for it); otherwise `null`. */
  disabledReason: string | null;
  /** When it was created. */
  createdAt: string;
  /** Secret that signs deliveries, as Standard Webhooks describes it. Returned only here. */
  secret: string;
}

export interface NewWebhook {
  /** URL that receives events by POST: https on port 443 or 8443, with a domain name, up to 2,000 characters. */
  url: string;
  /** Your own description, up to 200 characters. */
  description?: string;
  /** Types of the events it receives. */
  events: (
    | "tts.completed"
    | "tts.failed"
    | "stt.completed"
    | "stt.failed"
    | "job.succeeded"
    | "job.failed"
    | "job.canceled"
    | "job.paused"
    | "topup.credited"
    | "credit.low"
    | "budget.reached"
    | "key.revoked"
    | "key.expiring"
    | "webhook.disabled"
    | "webhook.test"
    | "*"
    | "tts.*"
    | "stt.*"
    | "job.*"
    | "topup.*"
    | "credit.*"
    | "budget.*"
    | "key.*"
    | "webhook.*"
  )[];
  /** IDs of API keys, at most 50: of the events about a request or a key, the webhook receives only those of these keys. Empty for all keys. */
  keys?: string[];
  /** Header that each delivery carries besides its signature. */
  security?: {
    /** `none`; `api_key` for an API key issued by your system, sent in a header; `header` for any other header. */
    type: "none" | "api_key" | "header";
    /** Name of the header, with `api_key` and `header`. Host, Content-*, Webhook-*, User-Agent, Cookie and headers about the connection can’t be used. */
    name?: string;
    /** Value of the header: up to 1,000 visible ASCII characters. Never returned. When you update a webhook, leave it out to keep the stored value. */
    value?: string;
  };
  /** Maximum deliveries per second, from 1 to 100; `null` for no limit. */
  ratePerSecond?: number | null;
  /** Whether events are sent one at a time in the order in which they were written. Each waits until the one before it was received or failed for good, which takes up to about 3 days. */
  ordered?: boolean;
  /** Whether events of completed requests carry `data.content`: `transcript`, or `audioUrl`, which works for an hour. Test events never do. Turning it on takes a key with the scope to read the results: `tts:execute`, `stt:execute` or both. */
  content?: boolean;
  /** Version of the event schemas, currently 1. */
  schemaVersion?: 1;
}

export interface WebhookStreamTest {
  /** Type of the event. */
  type: string;
  /** Number of open streams that get the event. */
  streams: number;
}

export interface NewWebhookTest {
  /** Type of the event; it has the payload of its example. */
  type:
    | "tts.completed"
    | "tts.failed"
    | "stt.completed"
    | "stt.failed"
    | "job.succeeded"
    | "job.failed"
    | "job.canceled"
    | "job.paused"
    | "topup.credited"
    | "credit.low"
    | "budget.reached"
    | "key.revoked"
    | "key.expiring"
    | "webhook.disabled"
    | "webhook.test";
}

export interface WebhookUpdate {
  /** URL that receives events by POST: https on port 443 or 8443, with a domain name, up to 2,000 characters. */
  url?: string;
  /** Your own description, up to 200 characters. */
  description?: string;
  /** Types of the events it receives. */
  events?: (
    | "tts.completed"
    | "tts.failed"
    | "stt.completed"
    | "stt.failed"
    | "job.succeeded"
    | "job.failed"
    | "job.canceled"
    | "job.paused"
    | "topup.credited"
    | "credit.low"
    | "budget.reached"
    | "key.revoked"
    | "key.expiring"
    | "webhook.disabled"
    | "webhook.test"
    | "*"
    | "tts.*"
    | "stt.*"
    | "job.*"
    | "topup.*"
    | "credit.*"
    | "budget.*"
    | "key.*"
    | "webhook.*"
  )[];
  /** IDs of API keys, at most 50: of the events about a request or a key, the webhook receives only those of these keys. Empty for all keys. */
  keys?: string[];
  /** Header that each delivery carries besides its signature. */
  security?: {
    /** `none`; `api_key` for an API key issued by your system, sent in a header; `header` for any other header. */
    type: "none" | "api_key" | "header";
    /** Name of the header, with `api_key` and `header`. Host, Content-*, Webhook-*, User-Agent, Cookie and headers about the connection can’t be used. */
    name?: string;
    /** Value of the header: up to 1,000 visible ASCII characters. Never returned. When you update a webhook, leave it out to keep the stored value. */
    value?: string;
  };
  /** Maximum deliveries per second, from 1 to 100; `null` for no limit. */
  ratePerSecond?: number | null;
  /** Whether events are sent one at a time in the order in which they were written. Each waits until the one before it was received or failed for good, which takes up to about 3 days. */
  ordered?: boolean;
  /** Whether events of completed requests carry `data.content`: `transcript`, or `audioUrl`, which works for an hour. Test events never do. Turning it on takes a key with the scope to read the results: `tts:execute`, `stt:execute` or both. */
  content?: boolean;
  /** Version of the event schemas, currently 1. */
  schemaVersion?: 1;
  /** `true` pauses the webhook; `false` resumes it, also after it was disabled. */
  paused?: boolean;
}

export interface WebhookDeletion {
  /** ID of the webhook. */
  id: string;
  /** Always `true`. */
  deleted: true;
}

export interface WebhookSecret {
  /** Secret that signs deliveries, as Standard Webhooks describes it. Returned only here. */
  secret: string;
}

export interface EndedSecrets {
  /** How many former secrets were still valid. */
  ended: number;
}

export interface WebhookTest {
  /** ID of the delivery. */
  deliveryId: string;
  /** Type of the event. */
  type: string;
}

export interface WebhookCheck {
  /** Checks that passed. */
  passed: number;
  /** All checks. */
  total: number;
  /** The checks in their order. */
  results: {
    /** What was checked. */
    check: "valid" | "duplicate" | "order" | "late" | "signature" | "timestamp" | "speed";
    /** `skipped` when an earlier failure leaves nothing to check. */
    outcome: "passed" | "failed" | "skipped";
    /** HTTP status of the response; null without one. */
    statusCode: number | null;
    /** Why the attempt failed; null after a success. */
    error:
      | "url"
      | "dns"
      | "dns_not_found"
      | "address_refused"
      | "connection"
      | "refused"
      | "reset"
      | "unreachable"
      | "tls"
      | "tls_self_signed"
      | "tls_untrusted"
      | "tls_expired"
      | "tls_host"
      | "timeout"
      | "response"
      | "redirect"
      | "status"
      | "stopped"
      | "interrupted"
      | null;
    /** Milliseconds that it took. */
    durationMs: number | null;
  }[];
}

export interface WebhookStats {
  /** The last 24 hours or the last 7 days. */
  span: "day" | "week";
  /** Attempts that succeeded, without tests. */
  succeeded: number;
  /** Attempts that failed, without tests. */
  failed: number;
  /** How long attempts took; null without attempts. */
  latencyMs: {
    /** Milliseconds within which half of the attempts ended. */
    p50: number;
    /** Milliseconds within which 95% of the attempts ended. */
    p95: number;
  } | null;
  /** Periods of one or six hours, oldest first. */
  slots: {
    /** Start of the period. */
    from: string;
    /** Attempts that succeeded, without tests. */
    succeeded: number;
    /** Attempts that failed, without tests. */
    failed: number;
  }[];
}

export interface DeliveryList {
  /** The deliveries, newest first. */
  deliveries: {
    /** ID of the delivery. */
    id: string;
    /** ID of the webhook. */
    webhookId: string;
    /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
    eventId: string;
    /** Type of the event. */
    type: string;
    /** ID of what the event is about, such as a `trackingId`. */
    objectId: string;
    /** `waiting` for its next attempt; `succeeded`; `failed` after its last attempt; `held` while the webhook is paused or disabled; `canceled`. */
    state: "waiting" | "succeeded" | "failed" | "held" | "canceled";
    /** true for a test event, which carries example values: don’t act on it. */
    isTest: boolean;
    /** Attempts so far. */
    attempts: number;
    /** HTTP status of the response; null without one. */
    lastStatus: number | null;
    /** Why the attempt failed; null after a success. */
    lastError: string | null;
    /** Whether it waits because the webhook keeps failing: one delivery is tried at `nextAttemptAt`, and all others follow once it succeeds. */
    behindPause: boolean;
    /** When the event happened (ISO 8601, UTC). */
    createdAt: string;
    /** When it is tried next; null if it is not. */
    nextAttemptAt: string | null;
    /** When it ended; null while it is under way. */
    finishedAt: string | null;
  }[];
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next: string | null;
}

export interface Delivery {
  /** ID of the delivery. */
  id: string;
  /** ID of the webhook. */
  webhookId: string;
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  eventId: string;
  /** Type of the event. */
  type: string;
  /** ID of what the event is about, such as a `trackingId`. */
  objectId: string;
  /** `waiting` for its next attempt; `succeeded`; `failed` after its last attempt; `held` while the webhook is paused or disabled; `canceled`. */
  state: "waiting" | "succeeded" | "failed" | "held" | "canceled";
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** Attempts so far. */
  attempts: number;
  /** HTTP status of the response; null without one. */
  lastStatus: number | null;
  /** Why the attempt failed; null after a success. */
  lastError: string | null;
  /** Whether it waits because the webhook keeps failing: one delivery is tried at `nextAttemptAt`, and all others follow once it succeeds. */
  behindPause: boolean;
  /** When the event happened (ISO 8601, UTC). */
  createdAt: string;
  /** When it is tried next; null if it is not. */
  nextAttemptAt: string | null;
  /** When it ended; null while it is under way. */
  finishedAt: string | null;
  /** Region that processed the request. */
  region: string;
  /** The body that is sent; null once the event is deleted. */
  body: string | null;
  /** Its last 100 attempts, newest first. */
  tries: {
    /** ID of the attempt. */
    id: string;
    /** 1, 2, 3 … of the delivery. */
    number: number;
    /** When the attempt began. */
    startedAt: string;
    /** Milliseconds that it took. */
    durationMs: number;
    /** Milliseconds until the name was resolved, the connection opened, TLS established and the first byte received. */
    timings: { [name: string]: number };
    /** IP address that was connected to. */
    address: string | null;
    /** URL of the request. */
    url: string;
    /** HTTP status of the response; null without one. */
    statusCode: number | null;
    /** Why the attempt failed; null after a success. */
    error:
      | "url"
      | "dns"
      | "dns_not_found"
      | "address_refused"
      | "connection"
      | "refused"
      | "reset"
      | "unreachable"
      | "tls"
      | "tls_self_signed"
      | "tls_untrusted"
      | "tls_expired"
      | "tls_host"
      | "timeout"
      | "response"
      | "redirect"
      | "status"
      | "stopped"
      | "interrupted"
      | null;
    /** Headers of the request; null for the value of your own header. */
    requestHeaders: { [name: string]: string | null };
    /** Headers of the response. */
    responseHeaders: { [name: string]: string | null };
    /** The first 4 kB of the response. */
    responseBody: string | null;
  }[];
}

export interface Replay {
  /** ID of the replay. */
  id: string;
  /** Deliveries that matched when it was requested. */
  total: number;
  /** Deliveries sent again so far. */
  done: number;
  /** `waiting` while the webhook is paused or disabled. */
  state: "running" | "waiting" | "finished" | "canceled";
  /** When it was requested. */
  createdAt: string;
}

export interface NewReplay {
  /** IDs of the deliveries to send again. */
  ids?: string[];
  /** Sends all deliveries that match again. */
  filter?: {
    /** Only deliveries in this state. `failed` includes those that will be tried again. */
    state?: "waiting" | "succeeded" | "failed" | "held" | "canceled";
    /** Only events of this type. */
    type?:
      | "tts.completed"
      | "tts.failed"
      | "stt.completed"
      | "stt.failed"
      | "job.succeeded"
      | "job.failed"
      | "job.canceled"
      | "job.paused"
      | "topup.credited"
      | "credit.low"
      | "budget.reached"
      | "key.revoked"
      | "key.expiring"
      | "webhook.disabled"
      | "webhook.test";
    /** Only the delivery with this ID, or those of the event or object with this ID, such as a `trackingId`. */
    q?: string;
    /** Only what happened from then on: a day or minute in Vietnam, or a timestamp with a time zone. */
    from?: string;
    /** Only what happened before; a day counts whole. */
    to?: string;
  };
  /** Sends all deliveries that failed from then on. */
  failedSince?: string;
  /** Sends the events of the last 30 days that the webhook never received because it did not exist or was not subscribed to them. */
  missing?: {
    /** Only what happened from then on: a day or minute in Vietnam, or a timestamp with a time zone. */
    from?: string;
    /** Only what happened before; a day counts whole. */
    to?: string;
  };
}

export interface ReplayList {
  /** The last ten replays, newest first. */
  replays: Replay[];
}

export interface EventList {
  /** The events as they are delivered, oldest first. */
  events: {
    /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
    id: string;
    /** Type of the event. */
    type: string;
    /** When the event happened (ISO 8601, UTC). */
    timestamp: string;
    /** ID of the business. */
    businessId: string;
    /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
    schemaVersion: number;
    /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
    sequence: number;
    /** true for a test event, which carries example values: don’t act on it. */
    isTest: boolean;
    /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
    livemode: boolean;
    /** Content of the event, depending on its type. */
    data: { [name: string]: unknown };
  }[];
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next: string | null;
}

export interface ApiKeyList {
  /** The API keys, the newest first. */
  keys: ApiKey[];
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next: string | null;
}

export interface ApiKey {
  /** ID of the API key, which is not its secret. */
  id: string;
  /** Name of the API key. */
  name: string;
  /** `live`, or `test` for a test key. A test key creates test keys only. */
  mode: "live" | "test";
  /** Last four characters of the secret. */
  hint: string;
  /** `active`, `expiring` and `rotating` keys work; `expired`, `revoked` and `leaked` ones do not. */
  status: "active" | "expiring" | "rotating" | "expired" | "revoked" | "leaked";
  /** The scopes of the key. */
  scopes: string[];
  /** The service account whose key it is; null for none. A key of an account creates keys of that account only. */
  serviceAccountId: string | null;
  /** Allowed IP addresses and CIDR blocks; empty for any. */
  allowedAddresses: string[];
  /** Its own limit of requests a minute; null for that of the business. */
  requestsPerMinute: number | null;
  /** Its own limit of requests at the same time; null for that of the business. */
  concurrentCalls: number | null;
  /** Monthly spending cap in đồng; null for none. A test key has none. */
  monthlyCapVnd: number | null;
  /** Whether nothing of the content of its requests is kept, as with `X-Retention: none`. */
  keepsNothing: boolean;
  /** The person (`usr_`) or API key (`key_`) that created it; null if unknown. */
  createdById: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it expires, in ISO 8601; null for never. */
  expiresAt: string | null;
  /** Until when its old secret works too; null for none. */
  oldSecretUntil: string | null;
  /** When it was last used; null for never. */
  lastUsedAt: string | null;
  /** When it was revoked; null if it was not. */
  revokedAt: string | null;
}

export interface CreatedApiKey {
  /** ID of the API key, which is not its secret. */
  id: string;
  /** Name of the API key. */
  name: string;
  /** `live`, or `test` for a test key. A test key creates test keys only. */
  mode: "live" | "test";
  /** Last four characters of the secret. */
  hint: string;
  /** `active`, `expiring` and `rotating` keys work; `expired`, `revoked` and `leaked` ones do not. */
  status: "active" | "expiring" | "rotating" | "expired" | "revoked" | "leaked";
  /** The scopes of the key. */
  scopes: string[];
  /** The service account whose key it is; null for none. A key of an account creates keys of that account only. */
  serviceAccountId: string | null;
  /** Allowed IP addresses and CIDR blocks; empty for any. */
  allowedAddresses: string[];
  /** Its own limit of requests a minute; null for that of the business. */
  requestsPerMinute: number | null;
  /** Its own limit of requests at the same time; null for that of the business. */
  concurrentCalls: number | null;
  /** Monthly spending cap in đồng; null for none. A test key has none. */
  monthlyCapVnd: number | null;
  /** Whether nothing of the content of its requests is kept, as with `X-Retention: none`. */
  keepsNothing: boolean;
  /** The person (`usr_`) or API key (`key_`) that created it; null if unknown. */
  createdById: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it expires, in ISO 8601; null for never. */
  expiresAt: string | null;
  /** Until when its old secret works too; null for none. */
  oldSecretUntil: string | null;
  /** When it was last used; null for never. */
  lastUsedAt: string | null;
  /** When it was revoked; null if it was not. */
  revokedAt: string | null;
  /** The secret, returned once; null in the repeated response of an `Idempotency-Key`. */
  secret: string | null;
}

export interface NewApiKey {
  /** Name of the API key. */
  name: string;
  /** The scopes of the key. */
  scopes: (
    | "tts:execute"
    | "stt:execute"
    | "webhooks:manage"
    | "balance:read"
    | "usage:read"
    | "keys:manage"
    | "pronunciations:manage"
    | "members:read"
    | "budgets:manage"
    | "audit:read"
  )[];
  /** When it expires, in ISO 8601; null for never. */
  expiresAt?: string | null;
  /** Seconds from now until it expires, instead of `expiresAt`. */
  expiresInSeconds?: number;
  /** Allowed IP addresses and CIDR blocks; empty for any. */
  allowedAddresses?: string[];
  /** Monthly spending cap in đồng; null for none. A test key has none. */
  monthlyCapVnd?: number | null;
  /** Its own limit of requests a minute; null for that of the business. */
  requestsPerMinute?: number | null;
  /** Its own limit of requests at the same time; null for that of the business. */
  concurrentCalls?: number | null;
  /** Whether nothing of the content of its requests is kept, as with `X-Retention: none`. */
  keepsNothing?: boolean;
  /** `live`, or `test` for a test key. A test key creates test keys only. */
  mode?: "live" | "test";
  /** The service account whose key it is; null for none. A key of an account creates keys of that account only. */
  serviceAccountId?: string | null;
}

export interface ApiKeyUpdate {
  /** Name of the API key. */
  name?: string;
  /** The scopes of the key. */
  scopes?: (
    | "tts:execute"
    | "stt:execute"
    | "webhooks:manage"
    | "balance:read"
    | "usage:read"
    | "keys:manage"
    | "pronunciations:manage"
    | "members:read"
    | "budgets:manage"
    | "audit:read"
  )[];
  /** When it expires, in ISO 8601; null for never. */
  expiresAt?: string | null;
  /** Seconds from now until it expires, instead of `expiresAt`. */
  expiresInSeconds?: number;
  /** Allowed IP addresses and CIDR blocks; empty for any. */
  allowedAddresses?: string[];
  /** Monthly spending cap in đồng; null for none. A test key has none. */
  monthlyCapVnd?: number | null;
  /** Its own limit of requests a minute; null for that of the business. */
  requestsPerMinute?: number | null;
  /** Its own limit of requests at the same time; null for that of the business. */
  concurrentCalls?: number | null;
  /** Whether nothing of the content of its requests is kept, as with `X-Retention: none`. */
  keepsNothing?: boolean;
}

export interface RotatedApiKey {
  /** ID of the API key, which is not its secret. */
  id: string;
  /** Name of the API key. */
  name: string;
  /** `live`, or `test` for a test key. A test key creates test keys only. */
  mode: "live" | "test";
  /** Last four characters of the secret. */
  hint: string;
  /** `active`, `expiring` and `rotating` keys work; `expired`, `revoked` and `leaked` ones do not. */
  status: "active" | "expiring" | "rotating" | "expired" | "revoked" | "leaked";
  /** The scopes of the key. */
  scopes: string[];
  /** The service account whose key it is; null for none. A key of an account creates keys of that account only. */
  serviceAccountId: string | null;
  /** Allowed IP addresses and CIDR blocks; empty for any. */
  allowedAddresses: string[];
  /** Its own limit of requests a minute; null for that of the business. */
  requestsPerMinute: number | null;
  /** Its own limit of requests at the same time; null for that of the business. */
  concurrentCalls: number | null;
  /** Monthly spending cap in đồng; null for none. A test key has none. */
  monthlyCapVnd: number | null;
  /** Whether nothing of the content of its requests is kept, as with `X-Retention: none`. */
  keepsNothing: boolean;
  /** The person (`usr_`) or API key (`key_`) that created it; null if unknown. */
  createdById: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it expires, in ISO 8601; null for never. */
  expiresAt: string | null;
  /** Until when its old secret works too; null for none. */
  oldSecretUntil: string | null;
  /** When it was last used; null for never. */
  lastUsedAt: string | null;
  /** When it was revoked; null if it was not. */
  revokedAt: string | null;
  /** The new secret, returned here only. */
  secret: string;
}

export interface ApiKeyRotation {
  /** How many seconds the old secret still works, at most 7 days; 86400 by default. */
  graceSeconds?: number;
}

export interface ApiKeyRevocation {
  /** ID of the API key, which is not its secret. */
  id: string;
  /** Always `true`. */
  revoked: true;
}

export interface ServiceAccountList {
  /** The service accounts, the newest first. */
  serviceAccounts: ServiceAccount[];
}

export interface ServiceAccount {
  /** ID of the service account. */
  id: string;
  /** Name of the service account. */
  name: string;
  /** The scopes that its keys can have. */
  scopes: string[];
  /** When it was created. */
  createdAt: string;
  /** How many of its keys work. */
  liveKeys: number;
}

export interface NewServiceAccount {
  /** Name of the service account. */
  name: string;
  /** The scopes that its keys can have. */
  scopes: (
    | "tts:execute"
    | "stt:execute"
    | "webhooks:manage"
    | "balance:read"
    | "usage:read"
    | "keys:manage"
    | "pronunciations:manage"
    | "members:read"
    | "budgets:manage"
    | "audit:read"
  )[];
}

export interface ServiceAccountDeletion {
  /** ID of the service account. */
  id: string;
  /** Always `true`. */
  deleted: true;
  /** How many keys were revoked with it. */
  revokedKeys: number;
}

export interface BusinessMemberList {
  /** The members: owners first, then by role and by when they joined. */
  members: BusinessMember[];
}

export interface BusinessMember {
  /** ID of the member. */
  id: string;
  /** Name of the member. */
  name: string;
  /** Email of the member. */
  email: string;
  /** Role in the business. */
  role: "owner" | "admin" | "developer" | "billing" | "viewer";
  /** Whether the member has a second factor. */
  hasSecondFactor: boolean;
  /** When the member joined. */
  joinedAt: string;
  /** When the member last used the console; null if unknown. */
  lastSeenAt: string | null;
}

export interface Budget {
  /** Monthly cap of the whole business in đồng; null for none. */
  monthlyCapVnd: number | null;
  /** Warns when the balance is below this amount in đồng; null for no warning. */
  belowVnd: number | null;
  /** Warns when the balance lasts fewer days than this; null for no warning. */
  belowDays: number | null;
  /** The present month in Vietnam. */
  month: string;
  /** Spent this month in đồng, including running requests. */
  spentVnd: number;
}

export interface BudgetSettings {
  /** Monthly cap of the whole business in đồng; null for none. */
  monthlyCapVnd: number | null;
  /** Warns when the balance is below this amount in đồng; null for no warning. */
  belowVnd: number | null;
  /** Warns when the balance lasts fewer days than this; null for no warning. */
  belowDays: number | null;
}

export interface AuditEventList {
  /** The entries of the audit log, the newest first. */
  events: AuditEvent[];
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next: string | null;
}

export interface AuditEvent {
  /** Its place in the audit log of the business, without gaps. */
  sequence: number;
  /** When it happened. */
  at: string;
  /** The action, such as `key.created`. */
  action: string;
  /** The person (`usr_`), API key (`key_`), `operator` or `system` that did it. */
  actorId: string;
  /** The present name of that person or key, with the service account of the key; null if it no longer exists. */
  actorName: string | null;
  /** The service account whose key it is; null for none. */
  serviceAccountId: string | null;
  /** What was changed; null for none. */
  subject: string | null;
  /** The fields before the change; null for none. */
  before: { [name: string]: unknown } | null;
  /** The fields after the change; null for none. */
  after: { [name: string]: unknown } | null;
  /** The IP address; null for API keys and after 365 days. */
  ip: string | null;
  /** The User-Agent; null for API keys and after 365 days. */
  userAgent: string | null;
  /** Chain digest: of this entry and of the digest before it. */
  digest: string;
}

export interface Health {
  /** `ok` while the service accepts requests. */
  status: "ok";
  /** The part of Vang that the responding process serves; `all` for every part. */
  role: "all" | "api" | "console" | "worker";
}

export interface TtsCompletedEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "tts.completed";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** `trackingId` of the request. */
    trackingId: string;
    /** Request ID (X-Request-Id of the response); null if the request was not sent over HTTP. */
    requestId: string | null;
    /** Your own keys and values from `X-Metadata`; null without any. */
    metadata: { [name: string]: string } | null;
    /** ID of the API key. */
    keyId: string;
    /** The API by which the request came: vang is ours, console the playground, and the others those of other vendors that Vang serves too. null for older jobs. */
    api: "vang" | "openai" | "elevenlabs" | "deepgram" | "fpt" | "vbee" | "jambonz" | "mcp" | "console" | null;
    /** Region that processed the request. */
    region: string;
    /** ID of the request’s model. */
    modelId: string;
    /** ID of the request’s voice; null for speech to text. */
    voiceId: string | null;
    /** Language code as sent; null if none was sent. */
    languageCode: string | null;
    /** Charge for the request, in đồng, as a string with at most three decimals. */
    chargeVnd: string;
    /** Processing time in milliseconds. */
    processingTimeMs: number;
    /** When the request was received. */
    createdAt: string;
    /** Result flag such as NO_SPEECH_FOUND; null if there is none. */
    resultCode: string | null;
    /** Length of the audio in seconds. */
    audioDuration: number;
    /** Size of the file in bytes. */
    fileSizeBytes: number;
    /** When the content is deleted. Retrieve the result by its trackingId before then. */
    expiresAt: string;
  };
}

export interface TtsFailedEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "tts.failed";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** `trackingId` of the request. */
    trackingId: string;
    /** Request ID (X-Request-Id of the response); null if the request was not sent over HTTP. */
    requestId: string | null;
    /** Your own keys and values from `X-Metadata`; null without any. */
    metadata: { [name: string]: string } | null;
    /** ID of the API key. */
    keyId: string;
    /** The API by which the request came: vang is ours, console the playground, and the others those of other vendors that Vang serves too. null for older jobs. */
    api: "vang" | "openai" | "elevenlabs" | "deepgram" | "fpt" | "vbee" | "jambonz" | "mcp" | "console" | null;
    /** Region that processed the request. */
    region: string;
    /** ID of the request’s model. */
    modelId: string;
    /** ID of the request’s voice; null for speech to text. */
    voiceId: string | null;
    /** Language code as sent; null if none was sent. */
    languageCode: string | null;
    /** Charge for the request, in đồng, as a string with at most three decimals. */
    chargeVnd: string;
    /** Processing time in milliseconds. */
    processingTimeMs: number;
    /** When the request was received. */
    createdAt: string;
    /** Error code of the response. */
    code: string;
  };
}

export interface SttCompletedEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "stt.completed";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** `trackingId` of the request. */
    trackingId: string;
    /** Request ID (X-Request-Id of the response); null if the request was not sent over HTTP. */
    requestId: string | null;
    /** Your own keys and values from `X-Metadata`; null without any. */
    metadata: { [name: string]: string } | null;
    /** ID of the API key. */
    keyId: string;
    /** The API by which the request came: vang is ours, console the playground, and the others those of other vendors that Vang serves too. null for older jobs. */
    api: "vang" | "openai" | "elevenlabs" | "deepgram" | "fpt" | "vbee" | "jambonz" | "mcp" | "console" | null;
    /** Region that processed the request. */
    region: string;
    /** ID of the request’s model. */
    modelId: string;
    /** ID of the request’s voice; null for speech to text. */
    voiceId: string | null;
    /** Language code as sent; null if none was sent. */
    languageCode: string | null;
    /** Charge for the request, in đồng, as a string with at most three decimals. */
    chargeVnd: string;
    /** Processing time in milliseconds. */
    processingTimeMs: number;
    /** When the request was received. */
    createdAt: string;
    /** Result flag such as NO_SPEECH_FOUND; null if there is none. */
    resultCode: string | null;
    /** Length of the audio in seconds. */
    audioDuration: number;
    /** Size of the file in bytes. */
    fileSizeBytes: number;
    /** When the content is deleted. Retrieve the result by its trackingId before then. */
    expiresAt: string;
  };
}

export interface SttFailedEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "stt.failed";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** `trackingId` of the request. */
    trackingId: string;
    /** Request ID (X-Request-Id of the response); null if the request was not sent over HTTP. */
    requestId: string | null;
    /** Your own keys and values from `X-Metadata`; null without any. */
    metadata: { [name: string]: string } | null;
    /** ID of the API key. */
    keyId: string;
    /** The API by which the request came: vang is ours, console the playground, and the others those of other vendors that Vang serves too. null for older jobs. */
    api: "vang" | "openai" | "elevenlabs" | "deepgram" | "fpt" | "vbee" | "jambonz" | "mcp" | "console" | null;
    /** Region that processed the request. */
    region: string;
    /** ID of the request’s model. */
    modelId: string;
    /** ID of the request’s voice; null for speech to text. */
    voiceId: string | null;
    /** Language code as sent; null if none was sent. */
    languageCode: string | null;
    /** Charge for the request, in đồng, as a string with at most three decimals. */
    chargeVnd: string;
    /** Processing time in milliseconds. */
    processingTimeMs: number;
    /** When the request was received. */
    createdAt: string;
    /** Error code of the response. */
    code: string;
  };
}

export interface JobSucceededEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "job.succeeded";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** ID of the job, which is also its trackingId. */
    jobId: string;
    /** Request ID (X-Request-Id of the response); null if the request was not sent over HTTP. */
    requestId: string | null;
    /** Your own keys and values from `X-Metadata`; null without any. */
    metadata: { [name: string]: string } | null;
    /** ID of the API key. */
    keyId: string;
    /** The API by which the request came: vang is ours, console the playground, and the others those of other vendors that Vang serves too. null for older jobs. */
    api: "vang" | "openai" | "elevenlabs" | "deepgram" | "fpt" | "vbee" | "jambonz" | "mcp" | "console" | null;
    /** Region that processed the request. */
    region: string;
    /** ID of the request’s model. */
    modelId: string;
    /** Language code as sent; null if none was sent. */
    languageCode: string | null;
    /** Why the job failed or is paused, or a remark on its result, such as NO_SPEECH_FOUND. */
    resultCode: string | null;
    /** The result code as a sentence in English; null without one. */
    message: string | null;
    /** The same in Vietnamese. */
    messageVi: string | null;
    /** What was charged so far, in đồng. */
    chargeVnd: string;
    /** Seconds of the recording that are done, or seconds of audio created so far. */
    secondsDone: number;
    /** Length of the recording, or of the finished audio, in seconds; null until it is known. */
    secondsTotal: number | null;
    /** When the job was created. */
    createdAt: string;
  };
}

export interface JobFailedEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "job.failed";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** ID of the job, which is also its trackingId. */
    jobId: string;
    /** Request ID (X-Request-Id of the response); null if the request was not sent over HTTP. */
    requestId: string | null;
    /** Your own keys and values from `X-Metadata`; null without any. */
    metadata: { [name: string]: string } | null;
    /** ID of the API key. */
    keyId: string;
    /** The API by which the request came: vang is ours, console the playground, and the others those of other vendors that Vang serves too. null for older jobs. */
    api: "vang" | "openai" | "elevenlabs" | "deepgram" | "fpt" | "vbee" | "jambonz" | "mcp" | "console" | null;
    /** Region that processed the request. */
    region: string;
    /** ID of the request’s model. */
    modelId: string;
    /** Language code as sent; null if none was sent. */
    languageCode: string | null;
    /** Why the job failed or is paused, or a remark on its result, such as NO_SPEECH_FOUND. */
    resultCode: string | null;
    /** The result code as a sentence in English; null without one. */
    message: string | null;
    /** The same in Vietnamese. */
    messageVi: string | null;
    /** What was charged so far, in đồng. */
    chargeVnd: string;
    /** Seconds of the recording that are done, or seconds of audio created so far. */
    secondsDone: number;
    /** Length of the recording, or of the finished audio, in seconds; null until it is known. */
    secondsTotal: number | null;
    /** When the job was created. */
    createdAt: string;
  };
}

export interface JobCanceledEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "job.canceled";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** ID of the job, which is also its trackingId. */
    jobId: string;
    /** Request ID (X-Request-Id of the response); null if the request was not sent over HTTP. */
    requestId: string | null;
    /** Your own keys and values from `X-Metadata`; null without any. */
    metadata: { [name: string]: string } | null;
    /** ID of the API key. */
    keyId: string;
    /** The API by which the request came: vang is ours, console the playground, and the others those of other vendors that Vang serves too. null for older jobs. */
    api: "vang" | "openai" | "elevenlabs" | "deepgram" | "fpt" | "vbee" | "jambonz" | "mcp" | "console" | null;
    /** Region that processed the request. */
    region: string;
    /** ID of the request’s model. */
    modelId: string;
    /** Language code as sent; null if none was sent. */
    languageCode: string | null;
    /** Why the job failed or is paused, or a remark on its result, such as NO_SPEECH_FOUND. */
    resultCode: string | null;
    /** The result code as a sentence in English; null without one. */
    message: string | null;
    /** The same in Vietnamese. */
    messageVi: string | null;
    /** What was charged so far, in đồng. */
    chargeVnd: string;
    /** Seconds of the recording that are done, or seconds of audio created so far. */
    secondsDone: number;
    /** Length of the recording, or of the finished audio, in seconds; null until it is known. */
    secondsTotal: number | null;
    /** When the job was created. */
    createdAt: string;
  };
}

export interface JobPausedEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "job.paused";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** ID of the job, which is also its trackingId. */
    jobId: string;
    /** Request ID (X-Request-Id of the response); null if the request was not sent over HTTP. */
    requestId: string | null;
    /** Your own keys and values from `X-Metadata`; null without any. */
    metadata: { [name: string]: string } | null;
    /** ID of the API key. */
    keyId: string;
    /** The API by which the request came: vang is ours, console the playground, and the others those of other vendors that Vang serves too. null for older jobs. */
    api: "vang" | "openai" | "elevenlabs" | "deepgram" | "fpt" | "vbee" | "jambonz" | "mcp" | "console" | null;
    /** Region that processed the request. */
    region: string;
    /** ID of the request’s model. */
    modelId: string;
    /** Language code as sent; null if none was sent. */
    languageCode: string | null;
    /** Why the job failed or is paused, or a remark on its result, such as NO_SPEECH_FOUND. */
    resultCode: string | null;
    /** The result code as a sentence in English; null without one. */
    message: string | null;
    /** The same in Vietnamese. */
    messageVi: string | null;
    /** What was charged so far, in đồng. */
    chargeVnd: string;
    /** Seconds of the recording that are done, or seconds of audio created so far. */
    secondsDone: number;
    /** Length of the recording, or of the finished audio, in seconds; null until it is known. */
    secondsTotal: number | null;
    /** When the job was created. */
    createdAt: string;
  };
}

export interface TopupCreditedEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "topup.credited";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** ID of the bank transfer, or of the payment that the operator entered. */
    paymentId: string;
    /** ID of the top-up; null if the payment belongs to none. */
    topUpId: string | null;
    /** Amount received, in đồng, as a string. */
    amountVnd: string;
    /** Part that paid what the business owed, in đồng, as a string. */
    settledVnd: string;
    /** Balance afterwards, in đồng, as a string with at most three decimals. */
    availableVnd: string;
  };
}

export interface CreditLowEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "credit.low";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** Balance afterwards, in đồng, as a string with at most three decimals. */
    availableVnd: string;
    /** Days that the balance lasts; null if unknown. */
    daysLeft: number | null;
    /** Which alert level was reached: `amount` for the amount of money, `days` for the days left. */
    reason: "amount" | "days";
  };
}

export interface BudgetReachedEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "budget.reached";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** The month in Vietnam, as `YYYY-MM`. */
    month: string;
    /** 50, 80 or 100. 100 also once a request was rejected for the cap. */
    percent: number;
    /** The monthly cap in đồng. */
    capVnd: string;
    /** Spent this month in đồng, with jobs in progress. */
    spentVnd: string;
  };
}

export interface KeyRevokedEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "key.revoked";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** ID of the API key. */
    keyId: string;
    /** Name of the key. */
    name: string;
    /** Last four characters of the key. */
    hint: string;
    /** `revoked`: by a member. `leaked`: automatically, because the key was found in public. */
    reason: "revoked" | "leaked";
    /** When it was revoked. */
    revokedAt: string;
  };
}

export interface KeyExpiringEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "key.expiring";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** ID of the API key. */
    keyId: string;
    /** Name of the key. */
    name: string;
    /** Last four characters of the key. */
    hint: string;
    /** When the key expires. */
    expiresAt: string;
    /** Days of notice: 30, 7 or 1. */
    noticeDays: number;
  };
}

export interface WebhookDisabledEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "webhook.disabled";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** ID of the webhook. */
    endpointId: string;
    /** URL of the webhook. */
    url: string;
    /** `failing`: every attempt failed for five days. `gone`: response 410. `receiver`: a response with the header webhook-delivery: disable. */
    reason: "failing" | "gone" | "receiver";
    /** When the webhook was disabled. */
    disabledAt: string;
  };
}

export interface WebhookTestEvent {
  /** ID of the event, the same as the webhook-id header. It stays the same over retries and replays: use it to skip duplicates. */
  id: string;
  /** Type of the event. */
  type: "webhook.test";
  /** When the event happened (ISO 8601, UTC). */
  timestamp: string;
  /** ID of the business. */
  businessId: string;
  /** Version of the event’s structure. It increases only when a field is removed or changes its meaning; fields can be added at any time. */
  schemaVersion: 1;
  /** Position (1, 2, 3…) of the event among the events of the same object (request, API key, payment or webhook). Skip an event with a lower number than one you have processed. */
  sequence: number;
  /** true for a test event, which carries example values: don’t act on it. */
  isTest: boolean;
  /** false for requests of a test key, events about a test key, and test events that a member sends; otherwise true. */
  livemode: boolean;
  /** Content of the event, depending on its type. */
  data: {
    /** ID of the webhook. */
    endpointId: string;
  };
}

export type WebhookEvent =
  | TtsCompletedEvent
  | TtsFailedEvent
  | SttCompletedEvent
  | SttFailedEvent
  | JobSucceededEvent
  | JobFailedEvent
  | JobCanceledEvent
  | JobPausedEvent
  | TopupCreditedEvent
  | CreditLowEvent
  | BudgetReachedEvent
  | KeyRevokedEvent
  | KeyExpiringEvent
  | WebhookDisabledEvent
  | WebhookTestEvent;

export interface Operations {
  /** Text to speech */
  "POST /tts": {
    params: object;
    query: object;
    body: TtsRequest;
    result: TtsResponse;
  };
  /** Text to speech, streamed */
  "POST /tts/stream": {
    params: object;
    query: object;
    body: TtsRequest;
    result: Uint8Array;
  };
  /** Get a TTS result */
  "GET /tts/jobs": {
    params: object;
    query: {
      /** The `trackingId` of the request. */
      id: string;
      /** Adds when the text is spoken, as it is written: by `word` or by `character`. At `/tts/stream` with `Accept: text/event-stream`: events `alignment`, and the whole in `done`. A lookup has it for a request that asked for it. */
      timestamps?: "word" | "character" | null;
    };
    body: undefined;
    result: TtsResponse;
  };
  /** Delete a TTS result */
  "DELETE /tts/jobs": {
    params: object;
    query: {
      /** The `trackingId` of the request. */
      id: string;
    };
    body: undefined;
    result: DeletionReceipt;
  };
  /** Preview text normalization */
  "POST /tts/preview": {
    params: object;
    query: object;
    body: ReadingRequest;
    result: ReadingPreview;
  };
  /** Download audio by signed link */
  "GET /tts/audio": {
    params: object;
    query: {
      /** Name of the file, as in the link. */
      object: string;
      /** Expiry of the link (Unix seconds), as in the link. */
      expires: string;
      /** Signature, as in the link. */
      signature: string;
      /** Of a file with one chapter: where the chapter is in the whole, as in the link. */
      bytes?: string;
    };
    body: undefined;
    result: Uint8Array;
  };
  /** Download audio by trackingId */
  "GET /ai/tts/{trackingId}": {
    params: {
      /** The `trackingId` in the response of the request. */
      trackingId: string;
    };
    query: object;
    body: undefined;
    result: Uint8Array;
  };
  /** List custom pronunciations */
  "GET /pronunciations": {
    params: object;
    query: object;
    body: undefined;
    result: PronunciationList;
  };
  /** Save a custom pronunciation */
  "PUT /pronunciations": {
    params: object;
    query: object;
    body: PronunciationRequest;
    result: Pronunciation;
  };
  /** Change several pronunciations */
  "PATCH /pronunciations": {
    params: object;
    query: object;
    body: PronunciationChanges;
    result: PronunciationCounts;
  };
  /** Delete a custom pronunciation */
  "DELETE /pronunciations": {
    params: object;
    query: {
      /** Word or phrase as written in texts, up to 100 characters. Case-insensitive. */
      written: string;
    };
    body: undefined;
    result: PronunciationRemoval;
  };
  /** Get the receipt of a TTS result */
  "GET /tts/receipt": {
    params: object;
    query: {
      /** The `trackingId` of the request. */
      id: string;
    };
    body: undefined;
    result: DeletionReceipt;
  };
  /** Speech to text */
  "POST /stt": {
    params: object;
    query: object;
    body: SttUpload;
    result: SttResponse | string;
  };
  /** Create a token for live transcription */
  "POST /stt/live/tokens": {
    params: object;
    query: object;
    body: LiveTokenRequest;
    result: LiveToken;
  };
  /** Get a transcript */
  "GET /stt/jobs": {
    params: object;
    query: {
      /** The `trackingId` of the request. */
      id: string;
      /** Format of the response: JSON, JSON with the times of segments and words (`verbose_json`), SRT or WebVTT subtitles, or plain text. */
      responseFormat?: "json" | "verbose_json" | "srt" | "vtt" | "text";
    };
    body: undefined;
    result: SttResponse | string;
  };
  /** Delete a transcript */
  "DELETE /stt/jobs": {
    params: object;
    query: {
      /** The `trackingId` of the request. */
      id: string;
    };
    body: undefined;
    result: DeletionReceipt;
  };
  /** Download the uploaded audio */
  "GET /stt/audio": {
    params: object;
    query: {
      /** Name of the file, as in the link. */
      object: string;
      /** Expiry of the link (Unix seconds), as in the link. */
      expires: string;
      /** Signature, as in the link. */
      signature: string;
    };
    body: undefined;
    result: Uint8Array;
  };
  /** Get the receipt of a transcript */
  "GET /stt/receipt": {
    params: object;
    query: {
      /** The `trackingId` of the request. */
      id: string;
    };
    body: undefined;
    result: DeletionReceipt;
  };
  /** Create an upload */
  "POST /uploads": {
    params: object;
    query: object;
    body: UploadBytes | UploadRequest;
    result: Upload;
  };
  /** Retrieve an upload */
  "GET /uploads/{id}": {
    params: {
      /** ID of the upload, from the response that created it. */
      id: string;
    };
    query: object;
    body: undefined;
    result: Upload;
  };
  /** Send a part of an upload */
  "PATCH /uploads/{id}": {
    params: {
      /** ID of the upload, from the response that created it. */
      id: string;
    };
    query: object;
    body: UploadBytes;
    result: unknown;
  };
  /** Delete an upload */
  "DELETE /uploads/{id}": {
    params: {
      /** ID of the upload, from the response that created it. */
      id: string;
    };
    query: object;
    body: undefined;
    result: unknown;
  };
  /** Create a long job */
  "POST /jobs": {
    params: object;
    query: object;
    body: JobRequest;
    result: Job;
  };
  /** List long jobs */
  "GET /jobs": {
    params: object;
    query: {
      /** queued, running, paused (it waits for credit), succeeded, failed or canceled. */
      status?: "queued" | "running" | "paused" | "succeeded" | "failed" | "canceled";
      /** Jobs on a page, 20 by default. */
      limit?: number;
      /** `next` of the previous page, with the other parameters unchanged. */
      cursor?: string;
    };
    body: undefined;
    result: JobList;
  };
  /** Retrieve a long job */
  "GET /jobs/{id}": {
    params: {
      /** ID of the job, from the response that created it. */
      id: string;
    };
    query: object;
    body: undefined;
    result: Job;
  };
  /** Stream the progress of a long job */
  "GET /jobs/{id}/events": {
    params: {
      /** ID of the job, from the response that created it. */
      id: string;
    };
    query: object;
    body: undefined;
    result: Uint8Array;
  };
  /** List the chapters of a long job */
  "GET /jobs/{id}/chapters": {
    params: {
      /** ID of the job, from the response that created it. */
      id: string;
    };
    query: object;
    body: undefined;
    result: JobChapters;
  };
  /** Cancel a long job */
  "POST /jobs/{id}/cancel": {
    params: {
      /** ID of the job, from the response that created it. */
      id: string;
    };
    query: object;
    body: undefined;
    result: Job;
  };
  /** List voices */
  "GET /tts/voices": {
    params: object;
    query: object;
    body: undefined;
    result: VoiceList;
  };
  /** Get a voice preview */
  "GET /tts/voices/preview": {
    params: object;
    query: {
      /** ID of a voice from the voice list (GET /tts/voices). */
      voiceId: string;
    };
    body: undefined;
    result: Uint8Array;
  };
  /** List models */
  "GET /tts/models": {
    params: object;
    query: object;
    body: undefined;
    result: ModelList;
  };
  /** Get the balance */
  "GET /balance": {
    params: object;
    query: object;
    body: undefined;
    result: Balance;
  };
  /** Get usage */
  "GET /usage": {
    params: object;
    query: {
      /** First day, in Vietnam (UTC+7). */
      from: string;
      /** Last day, in Vietnam (UTC+7); included. */
      to: string;
      by?: string;
      groupBy?: string;
      /** `tts`: text to speech. `stt`: speech to text. */
      service?: "tts" | "stt";
      /** The `modelId`; empty for requests rejected before the model was known. */
      model?: string;
      /** The `voiceId`; empty or null where there is none. */
      voice?: string;
      /** ID of the API key; `playground` for the playground of the console. */
      key?: string;
      /** The API by which the requests came, as in the history. Requests from before November 29, 2026 count as `vang`. */
      api?: "vang" | "openai" | "elevenlabs" | "deepgram" | "fpt" | "vbee" | "jambonz" | "mcp" | "console";
      /** The region that processed the request. */
      region?: string;
      /** `completed`, or the error code. */
      result?: string;
      /** Only jobs whose metadata has this value, of a key that the business chose. Can be written as `metadata.customer=acme` too. */
      metadata?: string;
      /** Rows in one response, at most 1,000. */
      limit?: number;
      /** `next` of the previous page, with the other parameters unchanged. */
      cursor?: string;
    };
    body: undefined;
    result: Usage;
  };
  /** Get the usage of the key itself */
  "GET /usage/me": {
    params: object;
    query: object;
    body: undefined;
    result: OwnUsage;
  };
  /** List jobs */
  "GET /history": {
    params: object;
    query: {
      /** `tts`: text to speech. `stt`: speech to text. */
      service?: "tts" | "stt";
      /** First day, in Vietnam (UTC+7). */
      from?: string;
      /** Last day, in Vietnam (UTC+7); included. */
      to?: string;
      /** `completed` or `failed`. */
      status?: "completed" | "failed";
      /** The API by which the request came: vang is ours, console the playground, and the others those of other vendors that Vang serves too. null for older jobs. */
      api?: "vang" | "openai" | "elevenlabs" | "deepgram" | "fpt" | "vbee" | "jambonz" | "mcp" | "console";
      /** ID of the API key; `playground` for the playground of the console. */
      key?: string;
      /** The `trackingId` in the response of the request. */
      trackingId?: string;
      /** Only jobs whose `X-Metadata` has this key and value, as `key:value`. */
      metadata?: string;
      /** Jobs in one response, at most 200. */
      limit?: number;
      /** `next` of the previous page, with the other parameters unchanged. */
      cursor?: string;
    };
    body: undefined;
    result: History;
  };
  /** Text to speech (OpenAI) */
  "POST /v1/audio/speech": {
    params: object;
    query: object;
    body: OpenAiSpeechRequest;
    result: Uint8Array;
  };
  /** Speech to text (OpenAI) */
  "POST /v1/audio/transcriptions": {
    params: object;
    query: object;
    body: OpenAiTranscriptionUpload;
    result: OpenAiTranscript | OpenAiDiarizedTranscript | string | Uint8Array;
  };
  /** List models (OpenAI) */
  "GET /v1/models": {
    params: object;
    query: object;
    body: undefined;
    result: OpenAiModelList;
  };
  /** Get a model (OpenAI) */
  "GET /v1/models/{model}": {
    params: {
      /** ID of a model. */
      model: string;
    };
    query: object;
    body: undefined;
    result: OpenAiModel;
  };
  /** List voice names */
  "GET /v1/audio/voices": {
    params: object;
    query: object;
    body: undefined;
    result: OpenAiVoiceNames;
  };
  /** List model names */
  "GET /v1/audio/models": {
    params: object;
    query: object;
    body: undefined;
    result: OpenAiModelNames;
  };
  /** List webhooks */
  "GET /webhooks": {
    params: object;
    query: object;
    body: undefined;
    result: WebhookList;
  };
  /** Create a webhook */
  "POST /webhooks": {
    params: object;
    query: object;
    body: NewWebhook;
    result: CreatedWebhook;
  };
  /** Stream webhook events */
  "GET /webhooks/stream": {
    params: object;
    query: object;
    body: undefined;
    result: Uint8Array;
  };
  /** Send a test event to open streams */
  "POST /webhooks/stream/tests": {
    params: object;
    query: object;
    body: NewWebhookTest;
    result: WebhookStreamTest;
  };
  /** Get a webhook */
  "GET /webhooks/{id}": {
    params: {
      /** ID of the webhook, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: undefined;
    result: Webhook;
  };
  /** Update a webhook */
  "PATCH /webhooks/{id}": {
    params: {
      /** ID of the webhook, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: WebhookUpdate;
    result: Webhook;
  };
  /** Delete a webhook */
  "DELETE /webhooks/{id}": {
    params: {
      /** ID of the webhook, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: undefined;
    result: WebhookDeletion;
  };
  /** Rotate a webhook secret */
  "POST /webhooks/{id}/secret": {
    params: {
      /** ID of the webhook, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: undefined;
    result: WebhookSecret;
  };
  /** End former webhook secrets */
  "DELETE /webhooks/{id}/secret": {
    params: {
      /** ID of the webhook, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: undefined;
    result: EndedSecrets;
  };
  /** Send a test event */
  "POST /webhooks/{id}/tests": {
    params: {
      /** ID of the webhook, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: NewWebhookTest;
    result: WebhookTest;
  };
  /** Check a receiver */
  "POST /webhooks/{id}/checks": {
    params: {
      /** ID of the webhook, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: undefined;
    result: WebhookCheck;
  };
  /** Get webhook statistics */
  "GET /webhooks/{id}/stats": {
    params: {
      /** ID of the webhook, from the response that created it or from the list. */
      id: string;
    };
    query: {
      /** The last 24 hours or the last 7 days. */
      span?: "day" | "week";
    };
    body: undefined;
    result: WebhookStats;
  };
  /** List deliveries */
  "GET /webhooks/{id}/deliveries": {
    params: {
      /** ID of the webhook, from the response that created it or from the list. */
      id: string;
    };
    query: {
      /** Only deliveries in this state. `failed` includes those that will be tried again. */
      state?: "waiting" | "succeeded" | "failed" | "held" | "canceled";
      /** Only events of this type. */
      type?: string;
      /** Only the delivery with this ID, or those of the event or object with this ID, such as a `trackingId`. */
      q?: string;
      /** Only what happened from then on: a day or minute in Vietnam, or a timestamp with a time zone. */
      from?: string;
      /** Only what happened before; a day counts whole. */
      to?: string;
      /** Entries in one response, at most 200. */
      limit?: number;
      /** `next` of the previous page, with the other parameters unchanged. */
      cursor?: string;
    };
    body: undefined;
    result: DeliveryList;
  };
  /** Get a delivery */
  "GET /deliveries/{id}": {
    params: {
      /** ID of the delivery. */
      id: string;
    };
    query: object;
    body: undefined;
    result: Delivery;
  };
  /** Replay deliveries */
  "POST /webhooks/{id}/replays": {
    params: {
      /** ID of the webhook, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: NewReplay;
    result: Replay;
  };
  /** List replays */
  "GET /webhooks/{id}/replays": {
    params: {
      /** ID of the webhook, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: undefined;
    result: ReplayList;
  };
  /** Get a replay */
  "GET /webhooks/{id}/replays/{replayId}": {
    params: {
      /** ID of the webhook, from the response that created it or from the list. */
      id: string;
      /** ID of the replay. */
      replayId: string;
    };
    query: object;
    body: undefined;
    result: Replay;
  };
  /** Cancel a replay */
  "DELETE /webhooks/{id}/replays/{replayId}": {
    params: {
      /** ID of the webhook, from the response that created it or from the list. */
      id: string;
      /** ID of the replay. */
      replayId: string;
    };
    query: object;
    body: undefined;
    result: Replay;
  };
  /** List events */
  "GET /events": {
    params: object;
    query: {
      /** Only events of this type. */
      type?: string;
      /** Only what happened from then on: a day or minute in Vietnam, or a timestamp with a time zone. */
      from?: string;
      /** Only what happened before; a day counts whole. */
      to?: string;
      /** Entries in one response, at most 200. */
      limit?: number;
      /** `next` of the previous page, with the other parameters unchanged. */
      cursor?: string;
    };
    body: undefined;
    result: EventList;
  };
  /** List API keys */
  "GET /keys": {
    params: object;
    query: {
      /** `true`: only keys that work; `false`: only expired and revoked ones. */
      works?: "true" | "false";
      /** Only keys of this service account. */
      serviceAccountId?: string;
      /** Only keys that this person or API key created. */
      createdById?: string;
      /** Keys on a page, 20 by default. */
      limit?: number;
      /** `next` of the previous page, with the other parameters unchanged. */
      cursor?: string;
    };
    body: undefined;
    result: ApiKeyList;
  };
  /** Create an API key */
  "POST /keys": {
    params: object;
    query: object;
    body: NewApiKey;
    result: CreatedApiKey;
  };
  /** Get an API key */
  "GET /keys/{id}": {
    params: {
      /** ID of the API key, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: undefined;
    result: ApiKey;
  };
  /** Change an API key */
  "PATCH /keys/{id}": {
    params: {
      /** ID of the API key, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: ApiKeyUpdate;
    result: ApiKey;
  };
  /** Revoke an API key */
  "DELETE /keys/{id}": {
    params: {
      /** ID of the API key, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: undefined;
    result: ApiKeyRevocation;
  };
  /** Rotate an API key */
  "POST /keys/{id}/rotate": {
    params: {
      /** ID of the API key, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: ApiKeyRotation;
    result: RotatedApiKey;
  };
  /** List service accounts */
  "GET /service-accounts": {
    params: object;
    query: object;
    body: undefined;
    result: ServiceAccountList;
  };
  /** Create a service account */
  "POST /service-accounts": {
    params: object;
    query: object;
    body: NewServiceAccount;
    result: ServiceAccount;
  };
  /** Delete a service account */
  "DELETE /service-accounts/{id}": {
    params: {
      /** ID of the service account, from the response that created it or from the list. */
      id: string;
    };
    query: object;
    body: undefined;
    result: ServiceAccountDeletion;
  };
  /** List members */
  "GET /members": {
    params: object;
    query: object;
    body: undefined;
    result: BusinessMemberList;
  };
  /** Get the budget */
  "GET /budgets": {
    params: object;
    query: object;
    body: undefined;
    result: Budget;
  };
  /** Set the budget */
  "PUT /budgets": {
    params: object;
    query: object;
    body: BudgetSettings;
    result: Budget;
  };
  /** List audit events */
  "GET /audit-events": {
    params: object;
    query: {
      /** The action, such as `key.created`. */
      action?:
        | "member.invited"
        | "member.invitation_resent"
        | "member.invitation_cancelled"
        | "member.joined"
        | "member.role_changed"
        | "member.removed"
        | "member.left"
        | "member.two_factor_reset_begun"
        | "member.two_factor_reset_cancelled"
        | "member.two_factor_reset_done"
        | "ownership.offered"
        | "ownership.taken"
        | "ownership.declined"
        | "ownership.offer_cancelled"
        | "key.created"
        | "key.edited"
        | "key.rotated"
        | "key.old_secret_ended"
        | "key.revoked"
        | "key.leaked"
        | "key.exposed"
        | "service_account.created"
        | "service_account.removed"
        | "webhook.created"
        | "webhook.edited"
        | "webhook.paused"
        | "webhook.resumed"
        | "webhook.deleted"
        | "webhook.secret_rotated"
        | "webhook.secret_revealed"
        | "webhook.header_revealed"
        | "business.created"
        | "business.renamed"
        | "business.logo_changed"
        | "business.logo_removed"
        | "business.closed"
        | "business.archived"
        | "business.restored"
        | "business.suspended"
        | "business.resumed"
        | "business.limits_changed"
        | "business.data_rules_changed"
        | "business.usage_keys_changed"
        | "business.usage_value_forgotten"
        | "business.two_factor_rule_changed"
        | "invoice.changed"
        | "invoice.requested"
        | "invoice.adjusted"
        | "invoice.replaced"
        | "invoice.cancelled"
        | "claim.created"
        | "claim.withdrawn"
        | "credit_alert.changed"
        | "claim.approved"
        | "claim.rejected"
        | "credit.entered"
        | "credit.adjusted"
        | "credit.granted"
        | "transfer.assigned"
        | "transfer.reversed"
        | "transfer.unassigned"
        | "transfer.voided"
        | "transfer.closed"
        | "transfer.reopened"
        | "refund.requested"
        | "refund.withdrawn"
        | "refund.paid"
        | "refund.rejected"
        | "webhook.replayed"
        | "webhook.replay_canceled"
        | "pronunciation.saved"
        | "pronunciation.removed"
        | "dictionary.created"
        | "dictionary.changed"
        | "reading.changed"
        | "transcripts.changed"
        | "result.erased"
        | "trace.shared"
        | "trace.unshared"
        | "transcript.shared";
      /** Only what this person (`usr_`), API key (`key_`) or service account (`sva_`) did. */
      actor?: string;
      /** The first day, in Vietnam. */
      from?: string;
      /** The last day, in Vietnam. */
      to?: string;
      /** Entries on a page, 50 by default. */
      limit?: number;
      /** `next` of the previous page, with the other parameters unchanged. */
      cursor?: string;
    };
    body: undefined;
    result: AuditEventList;
  };
  /** Health check */
  "GET /health": {
    params: object;
    query: object;
    body: undefined;
    result: Health;
  };
}

export const idempotentPosts = [
  "/tts",
  "/tts/stream",
  "/stt",
  "/jobs",
  "/v1/audio/speech",
  "/v1/audio/transcriptions",
  "/webhooks",
  "/webhooks/{id}/secret",
  "/keys",
] as const;
