/** Resolves when the page has nothing more urgent to do: what the frame adds to itself waits for the page. */
export function whenIdle(): Promise<void> {
  return new Promise((done) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 2000 })
    else setTimeout(done, 200)
  })
}
