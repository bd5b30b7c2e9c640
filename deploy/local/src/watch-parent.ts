/**
 * Calls back when the process that started this one is gone: whoever kills npm or nx (-9) means this program, too, which
 * would otherwise go on unseen.
 */
export function watchParent(gone: () => void): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) gone()
  }, 250).unref()
}
