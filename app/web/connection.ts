const listeners = new Set<() => void>()
let isLost = false
let isDismissed = false

/** Whether the last question to the server went unanswered; the banner over all pages listens. */
export const connection = {
  isLost: () => isLost && !isDismissed,
  lost: () => set(true, isDismissed),
  found: () => set(false, false),
  /** Not to be told of it again before an answer came. */
  dismiss: () => set(isLost, true),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function set(lost: boolean, dismissed: boolean) {
  if (lost === isLost && dismissed === isDismissed) return
  isLost = lost
  isDismissed = dismissed
  for (const listener of listeners) listener()
}
