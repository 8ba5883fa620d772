/** What kept files of the app from coming. */
const problems = new WeakSet<object>()

/** Reloads by itself until a file that the network does not explain is given up. */
const reloadsMax = 3
const remembered = 60_000

/** Whether a page broke because a file of the app did not come. */
export function isMissingFile(problem: unknown): boolean {
  return problems.has(problem as object)
}

/** A deployment replaces the files of the old version; a tab that still asks for one of them is loaded again. */
export function watchMissingFiles(): void {
  window.addEventListener('vite:preloadError', (event) => {
    problems.add(event.payload)
    // Without a network the file is not old but out of reach, and to load again would lose what is typed.
    if (!navigator.onLine || reloads() > 0) return
    event.preventDefault()
    reload()
  })
}

/**
 * Loads the page again once the server answers: a browser that says it is online may still reach nothing. Says
 * `giveUp` where the server answers and the file does not come. The function it returns ends the trying.
 */
export function reloadWhenReachable(giveUp: () => void): () => void {
  let seconds = reloads()
  let timer: ReturnType<typeof setTimeout>
  let ended = false
  const attempt = async () => {
    const answered =
      navigator.onLine &&
      (await fetch('/api/health').then(
        ({ ok }) => ok,
        () => false,
      ))
    if (ended) return
    if (answered) return reloads() < reloadsMax ? reload() : giveUp()
    // Away from a network nothing is sent, so that its return is seen at once.
    seconds = navigator.onLine ? Math.min(30, seconds + 1) : 1
    timer = setTimeout(attempt, seconds * 1000)
  }
  timer = setTimeout(attempt, seconds * 1000)
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

/** How often this tab was loaded again for want of a file within the last minute. */
function reloads(): number {
  const [count = 0, at = 0] = (sessionStorage.getItem('reloads') ?? '').split(' ').map(Number)
  return Date.now() - at < remembered ? count : 0
}

function reload(): void {
  sessionStorage.setItem('reloads', `${reloads() + 1} ${Date.now()}`)
  location.reload()
}
