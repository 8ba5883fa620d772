/** Resolves when the page has nothing more urgent to do: what the frame adds to itself waits for the page. */
export function whenIdle(): Promise<void> {
  return new Promise((done) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 2000 })
    else setTimeout(done, 200)
  })
}

/** Half a second for the page's own answers, which on a slow line would else share it with what no one waits for. */
const head = 500
let settled: Promise<void> | undefined

/** Resolves once the first page had its turn: for what the frame loads beside every page. At once from then on. */
export function whenSettled(): Promise<void> {
  settled ??= new Promise<void>((done) => {
    const begin = () => setTimeout(done, head)
    if (document.readyState === 'complete') begin()
    else window.addEventListener('load', begin, { once: true })
  }).then(whenIdle)
  return settled
}

/** Resolves once the press that is being answered has been painted: drawing that takes longer begins after it. */
export function whenPainted(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done))
  })
}
