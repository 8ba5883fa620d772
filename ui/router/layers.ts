/** What lies over the page, such as a drawer, top last. `leave` is asked when somebody goes Back. */
type Layer = { leave: () => void }

const layers: Layer[] = []
let work: Promise<unknown> = Promise.resolve()
/** Where the app itself is going in the history, so that it tells its own way from somebody's Back. */
let way: { to: number; arrive: () => void } | undefined
/** The address as the app last wrote it: the entries below may still hold an older search. */
let shown = ''

/** How many of the entries of the history, up to the one that is shown, are for something over their page. */
function depth(): number {
  return (history.state as { layers?: number } | null)?.layers ?? 0
}

const pathOf = (href: string) => new URL(href, location.origin).pathname

/**
 * Called once, before the app is drawn, so that it hears of Back first. What a reload or a return left in the history is
 * taken away: a drawer that its address opens adds its own entry again.
 */
export function watchBack(): void {
  shown = location.href
  addEventListener('popstate', () => {
    const has = depth()
    const staysHere = pathOf(shown) === location.pathname
    // The page below goes on as it was left, such as with the filters that were chosen in the drawer.
    if (staysHere && (way || has !== layers.length)) history.replaceState(history.state, '', shown)
    shown = location.href
    if (way) {
      if (!staysHere || has === way.to) way.arrive()
      return
    }
    if (staysHere && has < layers.length) layers.at(-1)?.leave()
    // After what was asked to leave had its moment to go; what stayed gets its entry back.
    setTimeout(settle)
  })
  settle()
}

/** Something opens over the page: Back asks it to `leave` and stays on the page. Call what is returned once it is gone. */
export function openLayer(leave: () => void): () => void {
  const layer = { leave }
  layers.push(layer)
  settle()
  return () => {
    layers.splice(layers.indexOf(layer), 1)
    settle()
  }
}

/** Brings the history to as many entries as there are layers, after all that opens or closes in this moment. */
function settle(): void {
  work = work.then(async () => {
    if (depth() > layers.length) await travel(layers.length)
    while (depth() < layers.length) history.pushState({ layers: depth() + 1 }, '')
  })
}

/** Before the address changes: what the history does is done, and on the way to another page no entry of a layer stays. */
export async function beforeMove(staysHere: boolean): Promise<void> {
  if (!staysHere) work = work.then(() => (depth() > 0 ? travel(0) : undefined))
  await work
}

/** After the app changed the address. */
export function moved(): void {
  shown = location.href
  setTimeout(settle)
}

/** Milliseconds after which a browser has no such entry: also a slow phone has gone there by then. */
const travelMax = 10_000

function travel(to: number): Promise<void> {
  return new Promise((resolve) => {
    const arrive = () => {
      clearTimeout(timer)
      way = undefined
      resolve()
    }
    const timer = setTimeout(arrive, travelMax)
    way = { to, arrive }
    history.go(to - depth())
  })
}
