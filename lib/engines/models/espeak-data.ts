import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const root = "/usr/share/espeak-ng-data";

/** The data for Vietnamese, and for English words in Vietnamese texts: 1.3 MB of 24. */
const needed = /^\/(phondata|phonindex|phontab|intonations|vi_dict|en_dict|lang\/aav\/vi.*|lang\/gmw\/en.*)$/;

/** Writes the pronunciation data of our eSpeak NG package to a directory for Piper voices. */
export async function writeEspeakData(directory: string): Promise<void> {
  const { default: create } = await import("@echogarden/espeak-ng-emscripten");
  const { FS } = await create({});
  const list = (path: string): string[] =>
    FS.readdir(root + path)
      .filter((name) => !name.startsWith("."))
      .flatMap((name) => {
        const child = `${path}/${name}`;
        return FS.isDir(FS.lookupPath(root + child).node.mode) ? list(child) : [child];
      });
  for (const path of list("").filter((name) => needed.test(name))) {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, FS.lookupPath(root + path).node.contents);
  }
}
