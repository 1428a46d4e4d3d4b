import { randomBytes } from "node:crypto";
import { ascii, joinBytes, littleEndian } from "./bytes";

export type OggStream = {
  /** Each on a page of its own. */
  headers: Uint8Array[];
  packets: Uint8Array[];
  packetTicks: number;
  /** The end of the sound, which may be before the end of the last packet. */
  totalTicks: number;
};

const flags = { none: 0, first: 2, last: 4 };

/** An Opus packet uses at most 6 of a page's 255 segments. */
const packetsPerPage = 40;

/** One logical stream in Ogg pages (RFC 3533). */
export function writeOgg({ headers, packets, packetTicks, totalTicks }: OggStream): Uint8Array<ArrayBuffer> {
  const writer = new OggWriter();
  return joinBytes([...headers.map(writer.addHeader), writer.add(packets, packetTicks, totalTicks)]);
}

/** Writes the pages of packets that are still being made. */
export class OggWriter {
  readonly #serial = randomBytes(4).readUInt32LE();
  #pages = 0;
  #packets = 0;

  addHeader = (header: Uint8Array): Uint8Array =>
    this.#write([header], 0, this.#pages === 0 ? flags.first : flags.none);

  /** Pages of these packets; with `totalTicks`, where the sound ends, they are the last of the stream. */
  add(packets: readonly Uint8Array[], packetTicks: number, totalTicks?: number): Uint8Array<ArrayBuffer> {
    const pages: Uint8Array[] = [];
    for (let at = 0; at < packets.length; at += packetsPerPage) {
      const page = packets.slice(at, at + packetsPerPage);
      this.#packets += page.length;
      const isLast = totalTicks !== undefined && at + packetsPerPage >= packets.length;
      pages.push(
        this.#write(page, isLast ? totalTicks : this.#packets * packetTicks, isLast ? flags.last : flags.none),
      );
    }
    return joinBytes(pages);
  }

  #write(packets: Uint8Array[], ticks: number, flag: number): Uint8Array {
    return writePage({ serial: this.#serial, number: this.#pages++, packets, ticks, flag });
  }
}

type Page = { serial: number; number: number; packets: Uint8Array[]; ticks: number; flag: number };

function writePage({ serial, number, packets, ticks, flag }: Page): Uint8Array {
  const segments = packets.flatMap(({ length }) => [...Array(Math.floor(length / 255)).fill(255), length % 255]);
  const page = joinBytes([
    ascii("OggS"),
    Uint8Array.from([0, flag]),
    littleEndian(ticks >>> 0, Math.floor(ticks / 2 ** 32), serial, number, 0),
    Uint8Array.from([segments.length, ...segments]),
    ...packets,
  ]);
  page.set(littleEndian(oggChecksum(page)), 22);
  return page;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value;
});

/** Ogg's CRC-32 of a page with a zero checksum field: not reflected, initial value zero. */
export function oggChecksum(page: Uint8Array): number {
  let value = 0;
  for (const byte of page) value = (value << 8) ^ (table[(value >>> 24) ^ byte] as number);
  return value >>> 0;
}
