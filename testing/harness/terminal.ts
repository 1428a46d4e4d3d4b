import { afterEach, beforeEach, vi } from "vitest";

/** What a program writes to its two outputs in each test of a file. */
export function readTerminal() {
  const [said, complained]: [string[], string[]] = [[], []];
  beforeEach(() => {
    said.length = complained.length = 0;
    vi.spyOn(process.stdout, "write").mockImplementation((line) => said.push(String(line)) > 0);
    vi.spyOn(process.stderr, "write").mockImplementation((line) => complained.push(String(line)) > 0);
  });
  afterEach(() => vi.restoreAllMocks());
  return { said, complained };
}
