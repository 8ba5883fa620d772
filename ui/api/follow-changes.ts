import { ageMax, everything, followChanges as contract } from '#core/contract/live.ts'
import { session } from '#ui/session/session.ts'
import { refreshSession } from './refresh-session.ts'

/** What may have changed, and within how many milliseconds to ask for it, so that not everybody asks at once. */
export type Change = { topics: readonly string[]; spread: number }

export type Following = { changed: () => void; stop: () => void }

const all: Change = { topics: [everything], spread: 0 }

/** The server sends something every 25 seconds. */
const silenceMax = 60_000
/** A glance at another app ends nothing. */
const hiddenMax = 10_000
const pauses = { first: 1000, refused: 60_000, most: 60_000 }

/** Between the tabs: what changed, that nothing else did before `until`, or that a tab begins to follow whose answers are as of `joined`. */
type Message = { change?: Change; until?: number; joined?: undefined } | { joined: number }

/** Milliseconds, the same in all tabs of a browser. */
const now = (): number => performance.timeOrigin + performance.now()

/**
 * Tells each change that others make to what `owner` may see, from `since` on, the moment when the first answer was
 * asked for. One tab of the browser has the stream and tells the others; a page that is not seen has none, and asks for
 * everything when it is seen again. Returns how to tell the other tabs of a change that was made here, of which the server
 * tells this browser nothing, and how to end.
 */
export function followChanges(owner: string, since: number, onChange: (change: Change) => void): Following {
  const over = new AbortController()
  const { signal } = over
  const name = `ajose-live ${owner}`
  const otherTabs = new BroadcastChannel(name)
  const post = (message: Message) => {
    if (!signal.aborted) otherTabs.postMessage(message)
  }
  let isSeen = true
  /** Every change before this moment has been told here. */
  let until = since
  /** Since when this tab has heard of every change, while it has the stream. */
  let hearsSince: number | undefined
  const heardAt = new Map<string, number>()
  const remember = ({ topics }: Change) => topics.forEach((topic) => heardAt.set(topic, now()))

  const stream: Stream = {
    age: () => Math.min(Math.max(1, Math.ceil((now() - until) / 1000)), ageMax),
    opened: () => void (hearsSince ??= until),
    heard: (changes) => {
      until = now()
      for (const change of changes) {
        remember(change)
        if (!signal.aborted) onChange(change)
        post({ change })
      }
      post({ until })
    },
  }
  const welcome = (joined: number) => {
    // Without a stream yet, this tab's own will tell both of what they missed.
    if (hearsSince === undefined) until = Math.min(until, joined)
    else {
      const missed = [...heardAt].filter(([, at]) => at >= joined).map(([topic]) => topic)
      const topics: Change['topics'] = joined < hearsSince ? all.topics : missed
      if (topics.length > 0) post({ change: { topics, spread: 0 } })
      post({ until: now() })
    }
  }
  otherTabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.joined !== undefined) return welcome(data.joined)
    if (data.until !== undefined) until = data.until
    if (!data.change) return
    remember(data.change)
    if (isSeen) onChange(data.change)
  })
  post({ joined: since })
  void whileSeen(signal, async (unseen, isFirst) => {
    isSeen = true
    if (!isFirst) {
      until = now()
      onChange(all)
    }
    unseen.addEventListener('abort', () => {
      isSeen = false
      hearsSince = undefined
    })
    await leading(name, unseen, () => stayConnected(unseen, stream))
  })
  return {
    changed: () => {
      // For a tab that is loading meanwhile.
      remember(all)
      post({ change: all })
    },
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

/** What a stream asks and tells: how many seconds back it is to begin, that it is open, and what came, if only a sign of life. */
type Stream = { age: () => number; opened: () => void; heard: (changes: readonly Change[]) => void }

/** Keeps a stream open until the signal; between two there are growing pauses, none of them the same for all. */
async function stayConnected(signal: AbortSignal, stream: Stream): Promise<void> {
  for (let pause = pauses.first; !signal.aborted;) {
    const outcome = await listen(signal, stream)
    pause =
      outcome === 'ended' ? pauses.first : outcome === 'refused' ? pauses.refused : Math.min(pause * 2, pauses.most)
    await waited(pause * (0.5 + Math.random()), signal)
  }
}

/**
 * Reads one stream to its end. `refused`: it is not for this session now, or there are too many. A session that is renewed
 * begins again at once.
 */
async function listen(signal: AbortSignal, stream: Stream): Promise<'ended' | 'failed' | 'refused'> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMax)
  }
  heard()
  try {
    const token = session.accessToken()
    const response = await fetch(`${contract.path}?age=${stream.age()}`, {
      headers: { Accept: 'text/event-stream', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (response.status === 401) return (await refreshSession(token)) ? 'ended' : 'refused'
    if (!response.ok || !response.body) return response.status >= 500 ? 'failed' : 'refused'
    stream.opened()
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
      const changes = events
        .filter((event) => event.startsWith('data: '))
        .map((event) => JSON.parse(event.slice(6)) as Change)
      if (events.length > 0) stream.heard(changes)
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
