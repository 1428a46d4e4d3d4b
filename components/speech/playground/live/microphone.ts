/** A microphone whose sound is taken, until it is stopped. */
export type Capture = { sampleRate: number; stop: () => void };

type Taken = {
  /** 50 ms of one channel. */
  onSound: (samples: Int16Array<ArrayBuffer>) => void;
  /** The device was removed, or its permission withdrawn. */
  onEnd: () => void;
};

/** Recognizers need no more than 16 kHz, which is a third of what devices have. */
const wantedRate = 16_000;

/** Takes the microphone's sound from the moment it is allowed, or says why there is none. */
export async function openMicrophone({ onSound, onEnd }: Taken): Promise<Capture | "denied" | "unavailable"> {
  if (!navigator.mediaDevices || typeof AudioWorkletNode === "undefined") return "unavailable";
  // Before the microphone, so that no word is lost while it loads.
  const ready = await prepare(wantedRate).catch(() => null);
  if (!ready) return "unavailable";
  const microphone = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: Error) => error);
  if (microphone instanceof Error) {
    void ready.close();
    return microphone.name === "NotFoundError" ? "unavailable" : "denied";
  }
  const tracks = microphone.getTracks();
  for (const track of tracks) track.onended = onEnd;
  const context = await connect(ready, microphone, onSound).catch(() => null);
  const stop = () => {
    for (const track of tracks) track.stop();
    if (context?.state !== "closed") void context?.close();
  };
  if (context) return { sampleRate: context.sampleRate, stop };
  stop();
  return "unavailable";
}

async function prepare(sampleRate?: number): Promise<AudioContext> {
  const context = new AudioContext({ sampleRate });
  await context.audioWorklet.addModule("/live-capture.js");
  return context;
}

/** The context that takes the sound: Firefox takes it only at the device's rate. */
async function connect(ready: AudioContext, microphone: MediaStream, onSound: Taken["onSound"]): Promise<AudioContext> {
  let context = ready;
  let source: MediaStreamAudioSourceNode;
  try {
    source = context.createMediaStreamSource(microphone);
  } catch {
    void ready.close();
    context = await prepare();
    source = context.createMediaStreamSource(microphone);
  }
  const mono = { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" } as const;
  const node = new AudioWorkletNode(context, "capture", mono);
  node.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => onSound(new Int16Array(data));
  source.connect(node);
  await context.resume();
  return context;
}

/** Root mean square on a scale of decibels: 0 at -60 dB and below, 1 at full scale. */
export function loudness(samples: Int16Array<ArrayBuffer>): number {
  const power = samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length;
  return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power + 1e-12)) / 60));
}
