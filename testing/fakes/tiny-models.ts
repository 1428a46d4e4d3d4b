import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeOnnx } from "./onnx";

const floats = (name: string, dims: number[], values: number[]) => ({ name, dims, values: Float32Array.from(values) });
const ints = (name: string, values: number[]) => ({
  name,
  dims: [values.length],
  values: BigInt64Array.from(values, BigInt),
});

/** Keeps one frame in four of the features. */
const encoder = writeOnnx({
  inputs: [
    { name: "x", type: "float", dims: ["N", "T", 80] },
    { name: "x_lens", type: "int64", dims: ["N"] },
  ],
  outputs: [
    { name: "encoder_out", type: "float", dims: ["N", "S", 80] },
    { name: "encoder_out_lens", type: "int64", dims: ["N"] },
  ],
  constants: [ints("begin", [3]), ints("end", [1_000_000]), ints("time", [1]), ints("four", [4])],
  nodes: [
    { op: "Slice", inputs: ["x", "begin", "end", "time", "four"], output: "encoder_out" },
    { op: "Div", inputs: ["x_lens", "four"], output: "encoder_out_lens" },
  ],
  metadata: { model_type: "zipformer2", version: 1, model_author: "vang", comment: "tiny" },
});

/** Outputs the last token. */
const decoder = writeOnnx({
  inputs: [{ name: "y", type: "int64", dims: ["N", 2] }],
  outputs: [{ name: "decoder_out", type: "float", dims: ["N", 3] }],
  constants: [floats("table", [3, 3], [1, 0, 0, 0, 1, 0, 0, 0, 1]), ints("last", [1])],
  nodes: [
    { op: "Gather", inputs: ["y", "last"], output: "token", attributes: { axis: 1 } },
    { op: "Squeeze", inputs: ["token", "last"], output: "flat" },
    { op: "Gather", inputs: ["table", "flat"], output: "decoder_out", attributes: { axis: 0 } },
  ],
  metadata: { vocab_size: 3, context_size: 2 },
});

/** Gives the first word at the start, the second one behind it, then what `afterwards` weighs; in silence, nothing. */
const makeJoiner = (afterwards: number[]) =>
  writeOnnx({
    inputs: [
      { name: "encoder_out", type: "float", dims: ["N", 80] },
      { name: "decoder_out", type: "float", dims: ["N", 3] },
    ],
    outputs: [{ name: "logit", type: "float", dims: ["N", 3] }],
    constants: [
      floats("next", [3, 3], [0, 10, 0, 0, 0, 10, ...afterwards]),
      floats("middle", [1], [10]),
      floats("onlyNothing", [1, 3], [-3, 0, 0]),
    ],
    nodes: [
      { op: "MatMul", inputs: ["decoder_out", "next"], output: "words" },
      { op: "ReduceMean", inputs: ["encoder_out"], output: "loudness", attributes: { axes: [1], keepdims: 1 } },
      { op: "Add", inputs: ["loudness", "middle"], output: "speech" },
      { op: "Mul", inputs: ["speech", "onlyNothing"], output: "doubt" },
      { op: "Add", inputs: ["words", "doubt"], output: "logit" },
    ],
    metadata: { joiner_dim: 80 },
  });

const joiner = makeJoiner([20, 0, 0]);

/** Says the words again and again, since an online recognizer goes on behind the last word after a pause. */
const repeatingJoiner = makeJoiner([0, 10, 0]);

/** Of one layer, whose states it hands on unchanged: 32 frames at once, of which it sees 45. */
const statePorts = [
  { name: "key", type: "float" as const, dims: [1, "N", 1] },
  { name: "nonlin", type: "float" as const, dims: [1, "N", 1, 3] },
  { name: "val1", type: "float" as const, dims: [1, "N", 1] },
  { name: "val2", type: "float" as const, dims: [1, "N", 1] },
  { name: "conv1", type: "float" as const, dims: ["N", 4, 1] },
  { name: "conv2", type: "float" as const, dims: ["N", 4, 1] },
  { name: "embed", type: "float" as const, dims: ["N", 128, 3, 19] },
  { name: "processed", type: "int64" as const, dims: ["N"] },
];

const streamingEncoder = writeOnnx({
  inputs: [{ name: "x", type: "float", dims: ["N", 45, 80] }, ...statePorts],
  outputs: [
    { name: "encoder_out", type: "float", dims: ["N", 8, 80] },
    ...statePorts.map((state) => ({ ...state, name: `new_${state.name}` })),
  ],
  constants: [ints("begin", [3]), ints("end", [35]), ints("time", [1]), ints("four", [4])],
  nodes: [
    { op: "Slice", inputs: ["x", "begin", "end", "time", "four"], output: "encoder_out" },
    ...statePorts.map(({ name }) => ({ op: "Identity", inputs: [name], output: `new_${name}` })),
  ],
  metadata: {
    model_type: "zipformer2",
    version: 1,
    model_author: "vang",
    comment: "tiny streaming",
    T: 45,
    decode_chunk_len: 32,
    encoder_dims: 4,
    query_head_dims: 1,
    value_head_dims: 1,
    num_heads: 1,
    num_encoder_layers: 1,
    cnn_module_kernels: 3,
    left_context_len: 1,
  },
});

/** Speech where neighboring samples differ much: in noise, and not in a low tone. Takes 64 samples before each window. */
const voiceActivity = writeOnnx({
  inputs: [
    { name: "input", type: "float", dims: ["N", 576] },
    { name: "state", type: "float", dims: [2, "N", 128] },
    { name: "sr", type: "int64", dims: [1] },
  ],
  outputs: [
    { name: "output", type: "float", dims: ["N", 1] },
    { name: "stateN", type: "float", dims: [2, "N", 128] },
  ],
  constants: [
    ints("zero", [0]),
    ints("one", [1]),
    ints("last", [575]),
    ints("all", [576]),
    ints("axis", [1]),
    floats("often", [1], [100]),
  ],
  nodes: [
    { op: "Slice", inputs: ["input", "zero", "last", "axis"], output: "before" },
    { op: "Slice", inputs: ["input", "one", "all", "axis"], output: "after" },
    { op: "Sub", inputs: ["after", "before"], output: "change" },
    { op: "Mul", inputs: ["change", "change"], output: "squares" },
    { op: "ReduceMean", inputs: ["squares"], output: "mean", attributes: { axes: [1], keepdims: 1 } },
    { op: "Mul", inputs: ["mean", "often"], output: "output" },
    { op: "Identity", inputs: ["state"], output: "stateN" },
  ],
  metadata: { model_author: "vang", comment: "tiny" },
});

/** A Piper voice: each phoneme sounds for 256 samples at a level of its own. */
const voice = writeOnnx({
  inputs: [
    { name: "input", type: "int64", dims: ["N", "T"] },
    { name: "input_lengths", type: "int64", dims: ["N"] },
    { name: "scales", type: "float", dims: [3] },
  ],
  outputs: [{ name: "output", type: "float", dims: ["N", 1, 1, "L"] }],
  constants: [floats("quiet", [1], [0.01]), ints("often", [1, 256]), ints("axes", [1, 2])],
  nodes: [
    { op: "Cast", inputs: ["input"], output: "level", attributes: { to: 1 } },
    { op: "Mul", inputs: ["level", "quiet"], output: "sound" },
    { op: "Tile", inputs: ["sound", "often"], output: "long" },
    { op: "Unsqueeze", inputs: ["long", "axes"], output: "output" },
  ],
  metadata: {
    model_type: "vits",
    comment: "piper",
    language: "Vietnamese",
    voice: "vi",
    has_espeak: 1,
    n_speakers: 1,
    sample_rate: 22050,
  },
});

/** Speech where there is a sound: class 1 for a low one, class 2 for a high one, by how much neighboring samples differ. */
const segmentation = writeOnnx({
  inputs: [{ name: "x", type: "float", dims: ["N", 1, "T"] }],
  outputs: [{ name: "y", type: "float", dims: ["N", "F", 7] }],
  constants: [
    ints("frames", [1, -1, 160]),
    ints("zero", [0]),
    ints("one", [1]),
    ints("last", [159]),
    ints("all", [160]),
    ints("within", [2]),
    floats("classes", [2, 7], [0, 1, -0.3, 0, 0, 0, 0, 0, -1, 1, 0, 0, 0, 0]),
    floats("silence", [7], [0.001, 0, 0, -10, -10, -10, -10]),
  ],
  nodes: [
    { op: "Reshape", inputs: ["x", "frames"], output: "framed" },
    { op: "Slice", inputs: ["framed", "zero", "last", "within"], output: "before" },
    { op: "Slice", inputs: ["framed", "one", "all", "within"], output: "after" },
    { op: "Sub", inputs: ["after", "before"], output: "change" },
    { op: "Mul", inputs: ["framed", "framed"], output: "squares" },
    { op: "Mul", inputs: ["change", "change"], output: "changes" },
    { op: "ReduceMean", inputs: ["squares"], output: "energy", attributes: { axes: [2], keepdims: 1 } },
    { op: "ReduceMean", inputs: ["changes"], output: "height", attributes: { axes: [2], keepdims: 1 } },
    { op: "Concat", inputs: ["energy", "height"], output: "features", attributes: { axis: 2 } },
    { op: "MatMul", inputs: ["features", "classes"], output: "scores" },
    { op: "Add", inputs: ["scores", "silence"], output: "y" },
  ],
  metadata: {
    model_type: "pyannote-segmentation-3.0",
    version: 1,
    model_author: "vang",
    sample_rate: 16000,
    window_size: 16000,
    receptive_field_size: 160,
    receptive_field_shift: 160,
    num_speakers: 3,
    powerset_max_classes: 2,
    num_classes: 7,
  },
});

/** Where in the spectrum the sound is, over its whole length. */
const embedding = writeOnnx({
  inputs: [{ name: "feats", type: "float", dims: ["N", "T", 80] }],
  outputs: [{ name: "embs", type: "float", dims: ["N", 80] }],
  nodes: [
    { op: "ReduceMean", inputs: ["feats"], output: "spectrum", attributes: { axes: [1], keepdims: 0 } },
    { op: "ReduceMean", inputs: ["spectrum"], output: "loudness", attributes: { axes: [1], keepdims: 1 } },
    { op: "Sub", inputs: ["spectrum", "loudness"], output: "embs" },
  ],
  metadata: {
    framework: "wespeaker",
    language: "any",
    url: "none",
    comment: "tiny",
    sample_rate: 16000,
    output_dim: 80,
    normalize_samples: 0,
  },
});

const phonemes = [..."_^$ !,.:;?abcdefhijklmnopqrstuvwxyz0123456789æçðøħŋœǀɐɑɒɓɔɕɖɗəɛɜɟɡɣɤɪɯɲɹʃʈʊʋʌʒʔʰˈˌː"];

/** The recognizer's files, about 2 kB. It recognizes "XIN CHÀO" wherever a sound begins. */
export const tinyRecognizer = {
  "encoder.onnx": encoder,
  "decoder.onnx": decoder,
  "joiner.onnx": joiner,
  "tokens.txt": Buffer.from("<blk> 0\n▁XIN 1\n▁CHÀO 2\n"),
};

/** Recognizes "XIN CHÀO" as often as there is sound for both words, while it comes. */
export const tinyStreaming = { ...tinyRecognizer, "encoder.onnx": streamingEncoder, "joiner.onnx": repeatingJoiner };

/** Takes noise for speech, and a low tone for none. */
export const tinyActivity = { "vad.onnx": voiceActivity };

/** Two speakers for a low and a high tone, such as 300 and 3000 Hz. */
export const tinyDiarization = { "segmentation.onnx": segmentation, "embedding.onnx": embedding };

/** The voice's files. It speaks through the real phonemes of eSpeak NG. */
export const tinyVoice = {
  "voice.onnx": voice,
  "tokens.txt": Buffer.from(phonemes.map((phoneme, index) => `${phoneme} ${index}\n`).join("")),
};

export function writeFiles(directory: string, files: Record<string, Uint8Array>): void {
  mkdirSync(directory, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(directory, name), bytes);
}
