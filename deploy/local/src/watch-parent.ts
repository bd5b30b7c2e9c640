/**
 * Calls back when the parent process is gone: killing npm or nx (-9) is meant for this program, too, which would
 * otherwise go on unseen.
 */
export function watchParent(gone: () => void): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) gone()
  }, 250).unref()
}
