/**
 * Calls `ended` once, when the process that started this one is gone. npm hands SIGTERM to its shell alone, and the
 * shell ends without telling the program it runs. Windows keeps no record that changes: there it is never called.
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
