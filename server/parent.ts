const everyMs = 500

/**
 * Runs `stop` once the process that started this one has ended. npm passes a signal on to its shell, and the shell ends
 * without passing it further; the program below has to notice by itself.
 */
export function whenParentEnds(stop: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, everyMs)
  timer.unref()
}
