/** Ends the command with one sentence: what is wrong and what to do. */
export function fail(sentence) {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}
