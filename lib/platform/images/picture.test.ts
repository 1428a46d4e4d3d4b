// @module-tag promise
// @module-tag slow
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { countPictureUpload } from "@/lib/platform/images/upload-quota";
import { redrawPicture } from "./picture";
import { readPicture, removePicture, storePicture } from "./store";

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 70 } } });

const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG of `side` squared whose pixels are all alike: kilobytes that decompress into gigabytes. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

test.each(["jpeg", "png", "webp"] as const)("a %s becomes a square WebP of 256 pixels", async (format) => {
  const redrawn = await redrawPicture(await blank(900, 300).toFormat(format).toBuffer());
  expect(await sharp(redrawn).metadata()).toMatchObject({ format: "webp", width: 256, height: 256 });
});

test("what a camera wrote about place and time is removed, and its picture is upright", async () => {
  const place = { IFD0: { Make: "Canon", Artist: "Minh" }, IFD3: { GPSLatitude: "21/1 1/1 0/1", GPSLatitudeRef: "N" } };
  const half = await blank(400, 200).png().toBuffer();
  const taken = await sharp({ create: { width: 400, height: 400, channels: 3, background: "white" } })
    .composite([{ input: half, top: 0, left: 0 }])
    .jpeg()
    .withExif(place)
    .withMetadata({ orientation: 3, exif: place })
    .toBuffer();
  expect((await sharp(taken).metadata()).exif?.toString("latin1")).toContain("Canon");

  const redrawn = await redrawPicture(taken);
  const { exif, xmp, iptc, icc, orientation } = await sharp(redrawn).metadata();
  expect([exif, xmp, iptc, icc, orientation]).toEqual(Array(5).fill(undefined));
  expect(Buffer.from(redrawn).toString("latin1")).not.toMatch(/Canon|Minh|GPS/);
  const { data } = await sharp(redrawn).raw().toBuffer({ resolveWithObject: true });
  expect(data[1]).toBeGreaterThan(200);
  expect(data.at(-2)).toBeLessThan(80);
});

test.each([
  ["an SVG", () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)],
  ["a GIF", () => blank(10, 10).gif().toBuffer()],
  ["a TIFF", () => blank(10, 10).tiff().toBuffer()],
  ["a page", () => Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["nothing", () => Buffer.alloc(0)],
])("%s is not a picture, whatever its name", async (_, make) => {
  await expect(redrawPicture(await make())).rejects.toMatchObject({ code: "CONTENT_TYPE_UNSUPPORTED" });
});

test.each([
  ["cut off", async () => (await blank(800, 800).jpeg().toBuffer()).subarray(0, 900)],
  ["a PNG's first bytes before noise", async () => Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), bomb(64)])],
  ["an SVG behind a PNG's first bytes", async () => Buffer.from("\x89PNG\r\n\x1a\n<svg></svg>", "latin1")],
])("a file that is %s is rejected", async (_, make) => {
  await expect(redrawPicture(await make())).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});

/** Noise compresses badly; one color keeps even the largest file small. */
const flat = (width: number, height: number) => blank(width, height).png({ compressionLevel: 9 });

test.each([
  ["24 megapixels", () => flat(6000, 4000), undefined],
  ["more than 24 megapixels", () => flat(6000, 4001), "pictures.tooManyPixels"],
  ["8 interlaced megapixels", () => blank(4000, 2000).png({ progressive: true }), undefined],
  ["more than 8 interlaced megapixels", () => blank(4000, 2001).png({ progressive: true }), "pictures.tooManyPixels"],
  ["more than 8 progressive megapixels", () => blank(4000, 2001).jpeg({ progressive: true }), "pictures.tooManyPixels"],
])("of %s a picture is accepted or rejected by its size alone", async (_, make, message) => {
  const outcome = await redrawPicture(await make().toBuffer()).catch((error) => error);
  expect(outcome instanceof Error ? outcome.message : undefined).toBe(message);
});

test("pictures are re-encoded one at a time, and what more than 20 would wait for is rejected", async () => {
  const file = await blank(3000, 2000).jpeg().toBuffer();
  let most = 0;
  const look = setInterval(() => (most = Math.max(most, sharp.counters().process + sharp.counters().queue)), 1);
  const redrawing = Array.from({ length: 22 }, () => redrawPicture(file));
  const outcomes = await Promise.allSettled(redrawing);
  clearInterval(look);
  expect(most).toBe(1);
  const rejected = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(rejected.map(({ reason }) => reason.code)).toEqual(["OVERLOADED"]);
});

test("a person uploads 20 pictures in an hour, and no one else is affected", async () => {
  for (let each = 0; each < 20; each++) await countPictureUpload("usr_one");
  const tooOften = { code: "TOO_MANY_ATTEMPTS", details: { message: "pictures.tooOften" } };
  await expect(countPictureUpload("usr_one")).rejects.toMatchObject(tooOften);
  await countPictureUpload("usr_other");
});

test("a small file of 900 million pixels is rejected before they are read", async () => {
  const file = bomb(30_000);
  expect(file.length).toBeLessThan(200_000);
  const before = process.memoryUsage().rss;

  await expect(redrawPicture(file)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
});

test("20 MB are rejected unread", async () => {
  const file = Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.alloc(20_000_000)]);
  await expect(redrawPicture(file)).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
});

test("a stored picture is read by its id until it is removed, and by nothing else", async () => {
  const id = await storePicture(db, await blank(300, 300).png().toBuffer());
  expect(await readPicture(id)).toMatchObject({ contentType: "image/webp" });
  expect(await readPicture("../../etc/passwd")).toBeNull();

  await removePicture(db, id);
  expect(await readPicture(id)).toBeNull();
});
