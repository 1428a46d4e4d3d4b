import type { Vad } from "sherpa-onnx-node";
import { type Task, windowLength } from "./task";

/** The engine keeps and copies speech as long as it lasts, so it is reset after so many windows of it: 10 s. */
const longestSpeech = 312;

type Stream = { vad: Vad; speech: number };

/** A model for voice activity in its engine process, with many streams, each of which has a state of its own. */
export class ActivityModel {
  readonly #streams = new Map<number, Stream>();
  readonly #open: () => Vad;

  /** Loads the model once, so that a corrupt one is found at once. */
  constructor(open: () => Vad) {
    this.#open = open;
    open();
  }

  run(task: Task & { stream: number }): boolean[] | undefined {
    if (task.do === "openActivity") this.#streams.set(task.stream, { vad: this.#open(), speech: 0 });
    else if (task.do === "closeStream") this.#streams.delete(task.stream);
    else if (task.do === "detect") return this.#detect(task.stream, task.samples);
    else throw new Error("A model for voice activity recognizes no words.");
  }

  /** For each whole window, whether there is speech. */
  #detect(id: number, samples: Float32Array): boolean[] {
    const stream = this.#streams.get(id);
    if (!stream) throw new Error("No such stream is open.");
    const { vad } = stream;
    return Array.from({ length: Math.floor(samples.length / windowLength) }, (_, index) => {
      vad.acceptWaveform(samples.subarray(index * windowLength, (index + 1) * windowLength));
      const isSpeech = vad.isDetected();
      vad.clear();
      stream.speech = isSpeech ? stream.speech + 1 : 0;
      if (stream.speech >= longestSpeech) {
        vad.reset();
        stream.speech = 0;
      }
      return isSpeech;
    });
  }
}
