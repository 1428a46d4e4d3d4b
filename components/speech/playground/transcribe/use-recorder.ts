"use client";

import { useEffect, useRef, useState } from "react";

export type RecorderState =
  | { status: "idle" }
  | { status: "denied" | "unavailable" }
  /** `levels`: the loudness of the last tenths of a second, from 0 to 1; `seconds`: the length so far. */
  | { status: "recording"; levels: readonly number[]; seconds: number };

/** Long enough for a test, and far below the upload limit. */
const longestSeconds = 300;

/** The last ones are shown: so many. */
export const shownLevels = 32;

const types = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];

type Session = { recorder: MediaRecorder; context: AudioContext; timer: ReturnType<typeof setInterval> };

/** Records the microphone. `onDone` gets the audio as a file once it is stopped; `name` names it. */
export function useRecorder(name: string, onDone: (file: File) => void) {
  const [state, setState] = useState<RecorderState>({ status: "idle" });
  const session = useRef<Session>(null);

  function stop() {
    if (session.current?.recorder.state === "recording") session.current.recorder.stop();
  }
  // The microphone must not stay open after leaving the page.
  useEffect(() => () => session.current?.recorder.stop(), []);

  async function start() {
    if (!navigator.mediaDevices || typeof MediaRecorder === "undefined") return setState({ status: "unavailable" });
    const microphone = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: Error) => error);
    if (microphone instanceof Error) {
      return setState({ status: microphone.name === "NotFoundError" ? "unavailable" : "denied" });
    }
    const levels: number[] = [];
    session.current = record(microphone, {
      onLevel: (level, seconds) => {
        levels.push(level);
        setState({ status: "recording", levels: levels.slice(-shownLevels), seconds });
        if (seconds >= longestSeconds) stop();
      },
      onEnd: (parts, type) => {
        setState({ status: "idle" });
        const extension = type.includes("mp4") ? "m4a" : type.includes("ogg") ? "ogg" : "webm";
        onDone(new File(parts, `${name}.${extension}`, { type }));
      },
    });
    setState({ status: "recording", levels: [], seconds: 0 });
  }

  return { state, start, stop };
}

type RecordingEvents = {
  onLevel: (level: number, seconds: number) => void;
  onEnd: (parts: Blob[], type: string) => void;
};

function record(microphone: MediaStream, { onLevel, onEnd }: RecordingEvents): Session {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(microphone, { mimeType });
  const context = new AudioContext();
  const meter = context.createAnalyser();
  context.createMediaStreamSource(microphone).connect(meter);
  const samples = new Float32Array(meter.fftSize);
  const parts: Blob[] = [];
  const began = performance.now();
  const timer = setInterval(() => {
    meter.getFloatTimeDomainData(samples);
    onLevel(loudness(samples), (performance.now() - began) / 1000);
  }, 100);
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => {
    clearInterval(timer);
    void context.close();
    for (const track of microphone.getTracks()) track.stop();
    onEnd(parts, recorder.mimeType);
  };
  recorder.start(1000);
  return { recorder, context, timer };
}

/** Root mean square on a scale of decibels: 0 at -60 dB and below, 1 at full scale. */
function loudness(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power + 1e-12)) / 60));
}
