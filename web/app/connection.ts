const listeners = new Set<() => void>()
let isLost = false

/** Whether the last question to the server went unanswered; the banner over all pages listens. */
export const connection = {
  isLost: () => isLost,
  lost: () => set(true),
  found: () => set(false),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function set(next: boolean) {
  if (next === isLost) return
  isLost = next
  for (const listener of listeners) listener()
}
