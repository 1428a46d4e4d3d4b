/** RFC 8259 section 9 allows a limit: what is nested thousands of levels deep is read, but cannot be written again. */
const mostLevels = 100;

/** Whether a value that was read from JSON has more levels of lists and objects. */
export function isNestedTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= mostLevels; depth++) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}
