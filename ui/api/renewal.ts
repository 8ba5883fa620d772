let ask = (): Promise<void> => Promise.resolve()

/** Says how everything on the screen is asked for again; the pages before login have nothing that a change makes old. */
export function renewWith(asking: () => Promise<void>): void {
  ask = asking
}

/** Milliseconds that who made a change waits for the screen to follow; on a slow line it follows after they were told. */
const renewalWait = 2000

/** After a change: figures, lists and limits of any page may follow from it, so all that is shown is asked for again. */
export function renew(): Promise<void> {
  return Promise.race([ask(), new Promise<void>((resolve) => setTimeout(resolve, renewalWait))])
}
