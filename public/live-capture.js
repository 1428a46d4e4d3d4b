// Passes the microphone's sound on to the page as 16-bit samples, 50 ms at a time.
const batch = Math.round(sampleRate / 20);

class Capture extends AudioWorkletProcessor {
  #samples = new Int16Array(batch);
  #length = 0;

  process([[channel] = []]) {
    for (const sample of channel ?? []) {
      this.#samples[this.#length++] = Math.max(-1, Math.min(1, sample)) * 32767;
      if (this.#length === batch) {
        this.port.postMessage(this.#samples.buffer, [this.#samples.buffer]);
        this.#samples = new Int16Array(batch);
        this.#length = 0;
      }
    }
    return true;
  }
}

registerProcessor("capture", Capture);
