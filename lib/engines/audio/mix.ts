/** The length of sound in which the phase of a channel is compared. */
const blockSeconds = 0.04;

/** How long a channel takes to change its phase in the mix, so that nothing clicks. */
const turnSeconds = 0.005;

/** From these correlations on a channel is in phase or in opposite phase; between them it stays as it was. */
const surePhase = 0.2;

const blocksAtOnce = 100;

/**
 * Mixes channels to one. A plain sum cancels what two channels have in opposite phase, which happens in recordings whose
 * one microphone is wired the other way round: there is silence then. So in each block a channel whose sound is opposite
 * to that of the channels before it is turned round, and a block of two channels keeps at least 0.8 of the power that
 * independent sounds would have. Channels without any sound do not make the others quieter.
 */
export class ChannelMix {
  readonly #channels: number;
  readonly #frames: number;
  readonly #turn: number;
  /** The distance at which samples are subtracted before they are compared: a hum or an offset then weighs little. */
  readonly #lag: number;
  readonly #signs: number[];
  readonly #hasSound: boolean[];
  readonly #pieces: Float32Array[] = [];
  #block: Float32Array;
  #filled = 0;

  constructor(channels: number, sampleRate: number) {
    this.#channels = channels;
    this.#frames = Math.max(1, Math.round(sampleRate * blockSeconds));
    this.#turn = Math.max(1, Math.round(sampleRate * turnSeconds));
    this.#lag = Math.max(1, Math.round(sampleRate / 4000));
    this.#signs = new Array<number>(channels).fill(0);
    this.#hasSound = new Array<boolean>(channels).fill(false);
    this.#block = new Float32Array(this.#frames * channels);
  }

  /** The samples of all channels in turn; a call may end anywhere between them. */
  add(samples: ArrayLike<number>, scale = 1): void {
    for (let at = 0; at < samples.length; at++) {
      this.#block[this.#filled++] = (samples[at] as number) * scale;
      if (this.#filled === this.#block.length) this.#mixBlock(this.#frames);
    }
  }

  /** All that was added, as one channel between -1 and 1. */
  finish(): Float32Array<ArrayBuffer> {
    const steps = this.finishInSteps();
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** Finishes in steps between which others can have the thread, since half an hour of sound takes long. */
  *finishInSteps(): Generator<undefined, Float32Array<ArrayBuffer>> {
    this.#mixBlock(Math.floor(this.#filled / this.#channels));
    const audible = Math.max(1, this.#hasSound.filter(Boolean).length);
    const mixed = new Float32Array(this.#pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const [index, piece] of this.#pieces.entries()) {
      for (const sample of piece) mixed[at++] = clip(sample / audible);
      if (index % blocksAtOnce === 0) yield;
    }
    return mixed;
  }

  #mixBlock(frames: number): void {
    const sum = new Float32Array(frames);
    for (let channel = 0; channel < this.#channels; channel++) this.#addChannel(sum, channel);
    this.#pieces.push(sum);
    this.#filled = 0;
  }

  #addChannel(sum: Float32Array, channel: number): void {
    const [block, channels] = [this.#block, this.#channels];
    const before = this.#signs[channel] as number;
    const now = channel === 0 ? 1 : this.#phaseOf(sum, channel);
    for (let frame = 0, at = channel; frame < sum.length; frame++, at += channels) {
      const sample = block[at] as number;
      if (sample !== 0) this.#hasSound[channel] = true;
      const turned = before === 0 ? 1 : Math.min(1, frame / this.#turn);
      sum[frame] = (sum[frame] as number) + sample * (before + (now - before) * turned);
    }
    this.#signs[channel] = now;
  }

  /** 1 or -1; a channel is taken as it is until it is compared with another sound for the first time. */
  #phaseOf(sum: Float32Array, channel: number): number {
    const [block, channels, lag] = [this.#block, this.#channels, this.#lag];
    let [product, power, otherPower] = [0, 0, 0];
    for (let frame = lag; frame < sum.length; frame++) {
      const at = frame * channels + channel;
      const one = (sum[frame] as number) - (sum[frame - lag] as number);
      const other = (block[at] as number) - (block[at - lag * channels] as number);
      product += one * other;
      power += one * one;
      otherPower += other * other;
    }
    const correlation = product / Math.sqrt(power * otherPower);
    if (Math.abs(correlation) > surePhase) return Math.sign(correlation);
    return this.#signs[channel] || 1;
  }
}

/** NaN becomes silence. */
export const clip = (sample: number) => (Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) : 0);
