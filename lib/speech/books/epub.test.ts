import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, type Zippable, zipSync } from "fflate";
import { expect, test } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { epubOf } from "@/testing/fakes/epub";
import { readEpub } from "./epub";
import { bookTooLarge, damaged, noEpub, tooManyChapters, tooManyFiles } from "./faults";

const directory = mkdtempSync(join(tmpdir(), "books-"));
let count = 0;

function read(files: Zippable | Uint8Array) {
  count += 1;
  const path = join(directory, `${count}.epub`);
  writeFileSync(path, files instanceof Uint8Array ? files : zipSync(files));
  return readEpub(path);
}

const isEncrypted = new AppError("BOOK_ENCRYPTED");
const isDamaged = damaged();

test("chapters come in the order of the spine, with the titles of the table of contents or their own headings", async () => {
  const files = epubOf([
    { body: "<h1>Bìa</h1>", title: null },
    {
      body: "<h1>Một</h1><p>Xin&nbsp;chào <b>Việt</b> Nam.<br/>Hai dòng.</p><p>&#x110;oạn hai.</p>",
      title: "Chương 1",
    },
    {
      body: "<style>p {}</style><h2>Hai</h2><div><p>A &amp; B</p><ul><li>một</li><li>hai</li></ul></div>",
      title: null,
    },
  ]);
  expect(await read(files)).toEqual([
    { title: "Bìa", paragraphs: [] },
    { title: "Chương 1", paragraphs: ["Xin chào Việt Nam.\nHai dòng.", "Đoạn hai."] },
    { title: "Hai", paragraphs: ["A & B", "một", "hai"] },
  ]);
});

test("an entity that a document declares is never replaced, and nothing outside is read", async () => {
  const type = '<!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "&a;&a;">]>';
  const [chapter] = await read(epubOf([{ body: "<p>Trước &a;&b; sau</p>", title: null, type }]));
  expect(chapter?.paragraphs).toEqual(["Trước sau"]);
});

test("a document that unpacks to far more than it may is rejected before it is in memory", async () => {
  const bomb = epubOf([{ body: `<p>${"a".repeat(20_000_000)}</p>`, title: null }]);
  const packed = zipSync(bomb, { level: 9 });
  expect(packed.length).toBeLessThan(200_000);
  const isTooLarge = bookTooLarge(8 * 1024 ** 2);
  await expect(read(packed)).rejects.toEqual(isTooLarge);
  // The same with a declared size that is a lie.
  const lying = Buffer.from(packed);
  for (let at = lying.indexOf("PK\x01\x02", 0, "latin1"); at >= 0; at = lying.indexOf("PK\x01\x02", at + 4, "latin1"))
    lying.writeUInt32LE(1000, at + 24);
  await expect(read(lying)).rejects.toEqual(isTooLarge);
});

test("more chapters than a file can name, encrypted books and paths outside the archive are rejected by name", async () => {
  const many = Array.from({ length: 10_000 }, () => ({ body: "<p>một</p>", title: null }));
  await expect(read(epubOf(many))).rejects.toEqual(tooManyFiles(10_000));
  await expect(read(epubOf(many.slice(0, 300)))).rejects.toEqual(tooManyChapters());
  const encryption = '<encryption><CipherReference URI="OEBPS/0.xhtml"/></encryption>';
  const locked = { ...epubOf(many.slice(0, 1)), "META-INF/encryption.xml": strToU8(encryption) };
  await expect(read(locked)).rejects.toEqual(isEncrypted);
  for (const path of ["../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "missing.opf"]) {
    const container = strToU8(`<container><rootfiles><rootfile full-path="${path}"/></rootfiles></container>`);
    await expect(read({ ...epubOf([]), "META-INF/container.xml": container })).rejects.toEqual(isDamaged);
  }
});

test("what is no archive, or is damaged anywhere, is rejected by name", async () => {
  await expect(read(strToU8("no archive at all"))).rejects.toEqual(noEpub());
  await expect(read({ "a.txt": strToU8("no book") })).rejects.toEqual(noEpub());
  const whole = zipSync(epubOf([{ body: "<p>Xin chào</p>", title: "Một" }]));
  for (let end = 0; end < whole.length; end += 97)
    await expect(read(whole.slice(0, end))).rejects.toMatchObject({ code: "BOOK_INVALID" });
});
