import { followChanges as contract, type Topic } from '#contract/live.ts'
import { session } from '#web/session/session.ts'
import { refreshSession } from './refresh-session.ts'

/** What may have changed, and within how many milliseconds to ask for it, so that not everybody asks at once. */
export type Change = { topics: readonly Topic[]; spread: number }

export type Following = { changed: () => void; stop: () => void }

const everything: Change = { topics: ['everything'], spread: 0 }

/** The server sends something every 25 seconds. */
const silenceMax = 60_000
/** A glance at another app ends nothing. */
const hiddenMax = 10_000
const pauses = { first: 1000, refused: 60_000, most: 60_000 }

/**
 * Tells each change that others make to what `owner` may see. One tab of the browser has the stream and tells the others; a
 * page that is not seen has none, and asks for everything when it is seen again. Returns how to tell the other tabs of a change
 * that was made here, of which the server tells this browser nothing, and how to end.
 */
export function followChanges(owner: string, onChange: (change: Change) => void): Following {
  const over = new AbortController()
  const { signal } = over
  const name = `ajose-live ${owner}`
  const otherTabs = new BroadcastChannel(name)
  let isSeen = true
  otherTabs.addEventListener('message', ({ data }) => isSeen && onChange(data as Change))
  const tellAll = (change: Change) => {
    if (signal.aborted) return
    onChange(change)
    otherTabs.postMessage(change)
  }
  void whileSeen(signal, async (unseen, isFirst) => {
    isSeen = true
    if (!isFirst) onChange(everything)
    unseen.addEventListener('abort', () => (isSeen = false))
    await leading(name, unseen, () => stayConnected(unseen, tellAll))
  })
  return {
    changed: () => otherTabs.postMessage(everything),
    stop: () => {
      over.abort()
      otherTabs.close()
    },
  }
}

/** Works for as long as the page is seen, and again when it is seen again, until `over`. */
async function whileSeen(
  over: AbortSignal,
  work: (unseen: AbortSignal, isFirst: boolean) => Promise<unknown>,
): Promise<void> {
  for (let isFirst = true; !over.aborted; isFirst = false) {
    await seen(over)
    if (over.aborted) return
    const unseen = new AbortController()
    const stopWatching = onUnseen(() => unseen.abort())
    // A lock that is given up while it is waited for is no failure.
    await work(AbortSignal.any([over, unseen.signal]), isFirst).catch(() => undefined)
    stopWatching()
  }
}

/** Resolves when the page is seen, or `over`. */
function seen(over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState !== 'visible' && !over.aborted) return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    over.addEventListener('abort', check, { once: true })
    check()
  })
}

/** Calls back once the page has been hidden for a while. */
function onUnseen(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(callback, hiddenMax)
  }
  document.addEventListener('visibilitychange', check)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', check)
  }
}

/** Waits until this tab is the one that leads, and works as that. Locks are missing where the page came over plain http. */
function leading(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<unknown> {
  return 'locks' in navigator && navigator.locks ? navigator.locks.request(name, { signal }, work) : work()
}

/** Keeps a stream open until the signal; between two there are growing pauses, none of them the same for all. */
async function stayConnected(signal: AbortSignal, tell: (change: Change) => void): Promise<void> {
  let pause = pauses.first
  for (let isFirst = true; !signal.aborted;) {
    const outcome = await listen(signal, tell, isFirst ? undefined : everything)
    isFirst = false
    pause =
      outcome === 'ended' ? pauses.first : outcome === 'refused' ? pauses.refused : Math.min(pause * 2, pauses.most)
    await waited(pause * (0.5 + Math.random()), signal)
  }
}

/**
 * Reads one stream to its end; `missed` is told once it is open. `refused`: it is not for this session now, or there are too
 * many. A session that is renewed begins again at once.
 */
async function listen(
  signal: AbortSignal,
  tell: (change: Change) => void,
  missed: Change | undefined,
): Promise<'ended' | 'failed' | 'refused'> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMax)
  }
  heard()
  try {
    const token = session.accessToken()
    const response = await fetch(contract.path, {
      headers: { Accept: 'text/event-stream', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (response.status === 401) return (await refreshSession(token)) ? 'ended' : 'refused'
    if (!response.ok || !response.body) return response.status >= 500 ? 'failed' : 'refused'
    if (missed) tell(missed)
    let text = ''
    const decoder = new TextDecoder()
    for (const reader = response.body.getReader(); ;) {
      const { value, done } = await reader.read()
      if (done) return 'ended'
      heard()
      text += decoder.decode(value, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      // Lines with a colon first are there to keep the line open.
      for (const event of events) if (event.startsWith('data: ')) tell(JSON.parse(event.slice(6)) as Change)
    }
  } catch {
    return 'failed'
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves after so many milliseconds, when the network is back, or at the signal. */
function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
