/**
 * Calls `ended` once when the parent process has ended. npm sends SIGTERM only to its shell, which ends without passing
 * it on. Never called on Windows, where the parent's id does not change.
 */
export function watchParent(ended) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    ended();
  }, 500);
  watch.unref();
}
