import { strToU8, type Zippable } from "fflate";

type FakeChapter = { body: string /** In the table of contents. */; title: string | null; type?: string };

/** The files of an EPUB 3 with these chapters. */
export function epubOf(chapters: readonly FakeChapter[]): Zippable {
  const documents = chapters.map(({ body, type = "<!DOCTYPE html>" }, index) => [
    `OEBPS/${index}.xhtml`,
    strToU8(
      `<?xml version="1.0"?>${type}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`,
    ),
  ]);
  const items = chapters.map(
    (_, index) => `<item id="c${index}" href="${index}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const links = chapters.map(({ title }, index) =>
    title === null ? "" : `<li><a href="${index}.xhtml#top">${title}</a></li>`,
  );
  return {
    mimetype: strToU8("application/epub+zip"),
    "META-INF/container.xml": strToU8(
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    ),
    "OEBPS/book.opf": strToU8(
      `<package><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>${items.join("")}</manifest><spine>${chapters.map((_, index) => `<itemref idref="c${index}"/>`).join("")}</spine></package>`,
    ),
    "OEBPS/nav.xhtml": strToU8(`<html><body><nav><ol>${links.join("")}</ol></nav></body></html>`),
    ...Object.fromEntries(documents),
  };
}
