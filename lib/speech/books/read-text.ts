import type { WrittenChapter } from "./cut";

/** A text without chapters: its paragraphs are between blank lines, or are its lines where it has no blank ones. */
export const readPlain = (text: string): WrittenChapter[] => [{ title: null, paragraphs: paragraphsOf(text) }];

function paragraphsOf(text: string): string[] {
  const paragraphs = text.split(/\n[^\S\n]*(?:\n\s*)/);
  return (paragraphs.length > 1 ? paragraphs : text.split("\n")).map((one) => one.trim()).filter(Boolean);
}

const fence = /^ {0,3}(`{3,}|~{3,})/;

/** Markdown: each heading of the first or second level begins a chapter. Code between fences is not read. */
export function readMarkdown(text: string): WrittenChapter[] {
  const chapters: WrittenChapter[] = [{ title: null, paragraphs: [] }];
  let paragraph: string[] = [];
  const paragraphs = () => chapters.at(-1)?.paragraphs ?? [];
  const end = () => {
    if (paragraph.length > 0) paragraphs().push(paragraph.join("\n"));
    paragraph = [];
  };
  const begin = (title: string) => {
    end();
    chapters.push({ title, paragraphs: [] });
  };
  let fenced: string | null = null;
  for (const line of text.split("\n")) {
    const [, mark] = fence.exec(line) ?? [];
    if (fenced !== null) {
      if (mark?.startsWith(fenced)) fenced = null;
      continue;
    }
    const [, level, heading = ""] = /^ {0,3}(#{1,6})[ \t]+([^\n]*)$/.exec(line) ?? [];
    if (mark) {
      end();
      fenced = mark;
    } else if (level) {
      const title = heading.replace(/[ \t]#+[ \t]*$/, "").trim();
      if (level.length <= 2) begin(title);
      else {
        end();
        paragraphs().push(title);
      }
    } else if (/^ {0,3}(=+|-{2,})[ \t]*$/.test(line) && paragraph.length === 1) {
      const [title = ""] = paragraph.splice(0);
      begin(title.trim());
    } else if (line.trim() === "") end();
    else if (/^ {0,3}([-*+]|\d{1,9}[.)])[ \t]/.test(line)) {
      end();
      paragraph.push(line.trim());
    } else paragraph.push(line.trim());
  }
  end();
  return chapters.filter(({ title, paragraphs }) => title !== null || paragraphs.length > 0);
}
