/**
 * How far the length that a file declares may be from that of its decoded sound: a frame at the slowest usual rate. What
 * an encoder adds to fill up its first and last frame differs between decoders, and players do not count it.
 */
const frameSeconds = 0.1;

/** The length of an upload that is charged: as the file declares it, where its sound proves that, and otherwise the sound's. */
export const lengthToCharge = (decodedSeconds: number, declaredSeconds: number | null): number =>
  declaredSeconds !== null && Math.abs(decodedSeconds - declaredSeconds) <= frameSeconds
    ? declaredSeconds
    : decodedSeconds;

/**
 * The seconds of sound that an MP4, MP3, Ogg or WebM file declares, as its encoder got them; null where it declares none,
 * and for other files, whose sound has no padding. Server and browser both read it, so that a price shown is the charge.
 */
export function declaredLength(file: Uint8Array): number | null {
  try {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const seconds = read(file, view);
    return seconds !== null && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  } catch (error) {
    // A number that lies behind the end of the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const textAt = (file: Uint8Array, at: number, length = 4) => String.fromCharCode(...file.subarray(at, at + length));

function read(file: Uint8Array, view: DataView): number | null {
  if (textAt(file, 4) === "ftyp") return readMp4(file, view);
  if (textAt(file, 0) === "OggS") return readOgg(file, view);
  if (view.getUint32(0) === 0x1a45dfa3) return readWebm(file, view);
  return readMp3(file, view);
}

/** In one box; what few tracks need. A file of nothing but boxes is not read to its end. */
const mostBoxes = 100;

type Box = { type: string; body: number; end: number };

function boxesIn(file: Uint8Array, view: DataView, { body, end }: Omit<Box, "type">): Box[] {
  const boxes: Box[] = [];
  for (let at = body; at + 8 <= end && boxes.length < mostBoxes; ) {
    const size = view.getUint32(at);
    const header = size === 1 ? 16 : 8;
    const length = size === 1 ? Number(view.getBigUint64(at + 8)) : size === 0 ? end - at : size;
    if (length < header) return boxes;
    boxes.push({ type: textAt(file, at + 4), body: at + header, end: Math.min(end, at + length) });
    at += length;
  }
  return boxes;
}

/** The length of the first track of sound: its edit list says what of it is played. */
function readMp4(file: Uint8Array, view: DataView): number | null {
  const within = (box: Omit<Box, "type"> | undefined, type: string) =>
    box && boxesIn(file, view, box).find((each) => each.type === type);
  const movie = within({ body: 0, end: file.length }, "moov");
  if (!movie) return null;
  const scaleOf = ({ body }: Box) => view.getUint32(body + (file[body] === 1 ? 20 : 12));
  const tracks = boxesIn(file, view, movie).filter(({ type }) => type === "trak");
  for (const track of tracks) {
    const media = within(track, "mdia");
    const [handler, header] = [within(media, "hdlr"), within(media, "mdhd")];
    if (!handler || !header || textAt(file, handler.body + 8) !== "soun") continue;
    const edits = within(within(track, "edts"), "elst");
    const movieHeader = within(movie, "mvhd");
    const played = edits && movieHeader ? playedTime(view, edits) / scaleOf(movieHeader) : 0;
    if (played > 0) return played;
    const isLong = file[header.body] === 1;
    return (isLong ? Number(view.getBigUint64(header.body + 24)) : view.getUint32(header.body + 16)) / scaleOf(header);
  }
  return null;
}

/** The sum of the edits that play something, in units of the movie. */
function playedTime(view: DataView, { body }: Box): number {
  const isLong = view.getUint8(body) === 1;
  let sum = 0;
  const count = Math.min(view.getUint32(body + 4), 1000);
  for (let edit = 0, at = body + 8; edit < count; edit++, at += isLong ? 20 : 12) {
    const start = isLong ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4);
    if (start >= 0) sum += isLong ? Number(view.getBigUint64(at)) : view.getUint32(at);
  }
  return sum;
}

/** "OggS", with which a page begins. */
const pageMark = 0x4f67_6753;

/** How far from the end the last page of sound is sought: a page has at most 64 kB, and pages of pictures may follow. */
const oggTail = 1024 * 1024;

/** The place of the last page in samples, for Opus without those that are skipped at the beginning. */
function readOgg(file: Uint8Array, view: DataView): number | null {
  const packet = 27 + view.getUint8(26);
  const isOpus = textAt(file, packet, 8) === "OpusHead";
  if (!isOpus && textAt(file, packet + 1, 6) !== "vorbis") return null;
  const serial = view.getUint32(14);
  for (let at = file.length - 27; at >= Math.max(0, file.length - oggTail); at--) {
    if (view.getUint32(at) !== pageMark || view.getUint32(at + 14) !== serial) continue;
    const samples = Number(view.getBigInt64(at + 6, true));
    if (samples < 0) continue;
    return isOpus
      ? (samples - view.getUint16(packet + 10, true)) / 48_000
      : samples / view.getUint32(packet + 12, true);
  }
  return null;
}

/** Where the elements that precede the sound are. */
const webmHead = 4096;

/** `Duration` in units of `TimestampScale`, which is a millisecond in all usual files. */
function readWebm(file: Uint8Array, view: DataView): number | null {
  for (let at = 0; at < Math.min(file.length - 11, webmHead); at++) {
    if (file[at] !== 0x44 || file[at + 1] !== 0x89) continue;
    if (file[at + 2] === 0x88) return view.getFloat64(at + 3) / 1000;
    if (file[at + 2] === 0x84) return view.getFloat32(at + 3) / 1000;
  }
  return null;
}

const mostTags = 16;

/** The header that LAME and others write into the first frame: how many frames there are, and what was added to the sound. */
function readMp3(file: Uint8Array, view: DataView): number | null {
  let at = 0;
  for (let tags = 0; tags < mostTags && textAt(file, at, 3) === "ID3"; tags++)
    at += 10 + [6, 7, 8, 9].reduce((sum, byte) => (sum << 7) | (view.getUint8(at + byte) & 127), 0);
  const head = view.getUint32(at);
  const version = (head >>> 19) & 3;
  const base = [44_100, 48_000, 32_000][(head >>> 10) & 3];
  if (head >>> 21 !== 0x7ff || version === 1 || ((head >>> 17) & 3) !== 1 || !base) return null;
  const isMono = ((head >>> 6) & 3) === 3;
  const info = at + 4 + (version === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17);
  if (!/^(Xing|Info)$/.test(textAt(file, info)) || (view.getUint32(info + 4) & 1) === 0) return null;
  const flags = view.getUint32(info + 4);
  const lame = info + 8 + 4 + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  const isKnown = /^(LAME|Lavf|Lavc)/.test(textAt(file, lame));
  const padding = isKnown ? (view.getUint8(lame + 21) << 16) | view.getUint16(lame + 22) : 0;
  const samples = view.getUint32(info + 8) * (version === 3 ? 1152 : 576) - (padding >> 12) - (padding & 0xfff);
  return samples / (base / ({ 3: 1, 2: 2, 0: 4 }[version] ?? 1));
}
