import "server-only";
import { posix } from "node:path";
import { AppError } from "@/lib/platform/errors";
import { bookLimits, type WrittenChapter } from "./cut";
import { damaged, noEpub, tooManyChapters } from "./faults";
import { readMarkup } from "./markup";
import { ZipFile } from "./zip-file";

/** The largest e-book, and the most of its documents that is unpacked, in bytes: far more than the most characters need. */
export const largestBookBytes = 100 * 1024 * 1024;
const mostDocumentBytes = 8 * 1024 * 1024;
const mostUnpackedBytes = 32 * 1024 * 1024;

/**
 * The chapters of an EPUB 2 or 3: the documents of its spine in their order, each with its title in the table of contents or
 * its first heading. Nothing but these documents is unpacked. Throws BOOK_INVALID, BOOK_ENCRYPTED, and TEXT_TOO_LONG for
 * more chapters than a file can name.
 */
export async function readEpub(path: string): Promise<WrittenChapter[]> {
  const zip = await ZipFile.open(path);
  try {
    return await new Epub(zip).read();
  } finally {
    await zip.close();
  }
}

const container = "META-INF/container.xml";

type Item = { href: string; type: string; properties: string };

class Epub {
  readonly #zip: ZipFile;
  #left = mostUnpackedBytes;

  constructor(zip: ZipFile) {
    this.#zip = zip;
  }

  async read(): Promise<WrittenChapter[]> {
    if (await this.#isEncrypted()) throw new AppError("BOOK_ENCRYPTED");
    if (!this.#zip.has(container)) throw noEpub();
    const packagePath = pathIn("", findRoot(await this.#document(container)));
    const { items, spine, contents } = readPackage(await this.#document(packagePath));
    const titles = await this.#titles(packagePath, items, contents);
    const chapters: WrittenChapter[] = [];
    for (const id of spine) {
      const item = items.get(id);
      if (!item || !/xhtml|html/.test(item.type)) continue;
      const href = pathIn(packagePath, item.href);
      const { heading, paragraphs } = readDocument(await this.#document(href));
      if (paragraphs.length === 0) continue;
      const title = titles.get(href) ?? heading;
      // Its own heading would be read twice.
      const [first = ""] = paragraphs;
      const isTitle = title !== null && (first === title || first === heading);
      chapters.push({ title, paragraphs: isTitle ? paragraphs.slice(1) : paragraphs });
      if (chapters.length > bookLimits.chapters) throw tooManyChapters();
    }
    return chapters;
  }

  async #document(path: string): Promise<string> {
    const bytes = await this.#zip.read(path, Math.min(mostDocumentBytes, this.#left));
    if (!bytes) throw damaged();
    this.#left -= bytes.length;
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
    try {
      return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw damaged();
    }
  }

  /** Whether documents are encrypted: fonts alone, which are often only obfuscated, do not matter. */
  async #isEncrypted(): Promise<boolean> {
    if (this.#zip.has("META-INF/rights.xml")) return true;
    if (!this.#zip.has("META-INF/encryption.xml")) return false;
    for (const markup of readMarkup(await this.#document("META-INF/encryption.xml")))
      if ("tag" in markup && markup.tag === "cipherreference" && /\.x?html?$/i.test(markup.attributes.uri ?? ""))
        return true;
    return false;
  }

  /** The titles of the table of contents, by the path of the document. */
  async #titles(packagePath: string, items: ReadonlyMap<string, Item>, contents: string | null) {
    const titles = new Map<string, string>();
    const isNav = ({ properties }: Item) => properties.split(/\s+/).includes("nav");
    const item = [...items.values()].find(isNav) ?? (contents === null ? undefined : items.get(contents));
    if (!item) return titles;
    const path = pathIn(packagePath, item.href);
    if (!this.#zip.has(path)) return titles;
    let title = "";
    let href: string | null = null;
    for (const markup of readMarkup(await this.#document(path))) {
      if ("text" in markup) title += markup.text;
      else if (markup.tag === "a" || markup.tag === "navpoint") {
        if (!markup.isEnd) [title, href] = ["", markup.attributes.href ?? null];
        else if (markup.tag === "a") add(titles, path, href, title);
      } else if (markup.tag === "navlabel" && !markup.isEnd) title = "";
      else if (markup.tag === "content") add(titles, path, markup.attributes.src ?? null, title);
    }
    return titles;
  }
}

/** The first title of a document: others are of places within it. */
function add(titles: Map<string, string>, from: string, href: string | null, title: string): void {
  const words = title.replace(/\s+/g, " ").trim();
  if (href === null || words === "") return;
  const path = pathIn(from, href);
  if (!titles.has(path)) titles.set(path, words);
}

/** A path inside the archive, as it is named in one of its files. Throws BOOK_INVALID for one outside. */
function pathIn(from: string, href: string): string {
  const [bare = ""] = href.split("#");
  let name = bare;
  try {
    name = decodeURIComponent(bare);
  } catch {
    // A percent sign that stands for itself.
  }
  const path = posix.normalize(posix.join(posix.dirname(from), name));
  if (/^[a-z][\w+.-]*:/i.test(name) || name.startsWith("/") || path.startsWith("..")) throw damaged();
  return path;
}

function findRoot(document: string): string {
  for (const markup of readMarkup(document))
    if ("tag" in markup && markup.tag === "rootfile" && markup.attributes["full-path"])
      return markup.attributes["full-path"];
  throw damaged();
}

/** The files of a book, the order of its documents, and which one is its table of contents in EPUB 2. */
function readPackage(document: string) {
  const items = new Map<string, Item>();
  const spine: string[] = [];
  let contents: string | null = null;
  for (const markup of readMarkup(document)) {
    if (!("tag" in markup) || markup.isEnd) continue;
    const { attributes } = markup;
    const { id, href = "", properties = "", idref, linear } = attributes;
    if (markup.tag === "item" && id) items.set(id, { href, type: attributes["media-type"] ?? "", properties });
    if (markup.tag === "spine") contents = attributes.toc ?? null;
    if (markup.tag === "itemref" && idref && linear !== "no") spine.push(idref);
  }
  return { items, spine, contents };
}

/** Tags whose content is not read, and those between which a paragraph ends. */
const silent = new Set(["head", "script", "style", "svg", "math", "rt", "rp", "template"]);
const blocks = new Set(
  "p div section article aside header footer blockquote pre li ul ol dl dt dd table tr h1 h2 h3 h4 h5 h6 figure figcaption hr body".split(
    " ",
  ),
);

/** The paragraphs of a document, and its first heading. */
function readDocument(document: string): { heading: string | null; paragraphs: string[] } {
  const paragraphs: string[] = [];
  let heading: string | null = null;
  let [text, silence] = ["", 0];
  const end = (tag: string) => {
    const paragraph = text
      .replace(/[^\S\n]+/g, " ")
      .replace(/ ?\n ?/g, "\n")
      .trim();
    text = "";
    if (paragraph === "") return;
    if (heading === null && /^h[1-3]$/.test(tag)) heading = paragraph.replaceAll("\n", " ");
    paragraphs.push(/^h[1-6]$/.test(tag) ? paragraph.replaceAll("\n", " ") : paragraph);
  };
  for (const markup of readMarkup(document)) {
    if ("text" in markup) {
      if (silence === 0) text += markup.text.replace(/\s+/g, " ");
      continue;
    }
    const { tag, isEnd, isEmpty } = markup;
    if (silent.has(tag)) {
      if (!isEmpty) silence = Math.max(0, silence + (isEnd ? -1 : 1));
    } else if (tag === "br") text += "\n";
    else if (tag === "td" || tag === "th") text += " ";
    else if (blocks.has(tag)) end(isEnd ? tag : "");
  }
  end("");
  return { heading, paragraphs };
}
