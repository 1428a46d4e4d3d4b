import "server-only";
import { textTypes } from "../operations/shared";

/** One request and its successful response, as the description and the documentation show them. */
export type OperationExample = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** The form of the request; `file` is the name of a file. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
} & (
  | { response: object /** The same response in its other media types. */; texts?: Record<string, string> }
  /** The media type of a response that is a file. */
  | { file: string; texts?: Record<string, string> }
  /** A response that is text. */
  | { text: string; type: string }
  | { isEmpty: true }
);

export const ttsId = "tts_01k82ia5n8ecdooi6hh7eb7f8r";

export const sttId = "stt_01k82ian95ee9pititqacno5pg";

export const signed = (object: string) => ({
  object,
  expires: "1797974660",
  signature: "FZvNpvMrBDVi6wJiavomxbcwBNJhfsJxrBAwLGT8SkI",
});

export const inputLink = signed("ojfy07ued9dl8zph8zf2srl8cbyhijmv.wav");

export const price = {
  priceId: "prc_01k82ia3aqe3bsj2ai9bq9k0t4",
  priceVnd: 300,
  unit: "1000_characters",
  from: "2025-12-31T17:00:00.000Z",
};

export const transcription = {
  trackingId: sttId,
  transcript: "Xin chào Việt Nam.",
  audioDuration: 1,
  fileSizeBytes: 51608,
  processingTimeMs: 190,
  inputAudioFileName: "hello.wav",
  inputAudioUrl: `https://vang.example/stt/audio?${new URLSearchParams(inputLink)}`,
};

export const transcripts = {
  [textTypes.srt]: "1\n00:00:00,080 --> 00:00:01,040\nXin chào Việt Nam.\n",
  [textTypes.vtt]: "WEBVTT\n\n00:00:00.080 --> 00:00:01.040\nXin chào Việt Nam.\n",
  [textTypes.text]: "Xin chào Việt Nam.\n",
};

export const receipt = (trackingId: string, objects: readonly { kind: string; sizeBytes: number }[]) => ({
  receiptId: "rcp_01k82iapiqe6doj26dg607phua",
  trackingId,
  businessId: "biz_01k82ia4ejem1a45rf650ve21f",
  requestedBy: "key_01k82ia4teekorpcibpf02mqjk",
  requestedAt: "2026-11-22T21:24:26.799Z",
  erasedAt: "2026-11-22T21:24:26.930Z",
  objects: objects.map((object) => ({
    ...object,
    salt: "a0d7430df0a028f6e293cdd2ae931405",
    digest: "84262db68f8c75398fac99b516c2a67daafd12ffa655c59e124c94e0fdf3dbf8",
  })),
  auditEntry: { sequence: 3, digest: "0RD_hzZW5JhhCa05Vy22SSWXIzZ4lM8Z3_mx9QW73bk" },
  signature: "Fs-dwgrMMuG9k6Y0upb9XtW_z7ZHpkV9YusQXmQ_iAM",
});
