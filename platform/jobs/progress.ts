/**
 * Writes how far a long run has come, on another connection than the run's own. The run never waits for it: while one
 * figure is on its way the next is left out, and so is one that finds no connection or fails.
 */
export function progressWriter<Progress = number>(
  write: (progress: Progress) => Promise<unknown>,
): (progress: Progress) => void {
  let isWriting = false
  return (progress) => {
    if (isWriting) return
    isWriting = true
    void write(progress)
      .catch(() => {})
      .finally(() => {
        isWriting = false
      })
  }
}
