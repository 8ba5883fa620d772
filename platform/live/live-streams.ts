import { PassThrough, type Readable } from 'node:stream'
import type { Actor } from '#core/actor.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { everything } from '#core/contract/live.ts'
import { retryAfterSeconds } from '#platform/limits/places.ts'
import type { Hint } from './hints.ts'

/** A browser has one; the others are for a reload whose old one is not noticed yet. */
const ofSessionMax = 3
/** Of one person, on several devices and in all their cooperatives; a cooperative's shared login is many people's. */
const ofPersonMax = 6
const ofSharedLoginMax = 24
/** For each active member of a cooperative, and what a small one has anyway. */
const ofCooperative = { byMember: 2, least: 32 }

/** Proxies cut what is silent for a minute. */
const heartbeatMilliseconds = 25_000
const checkMilliseconds = 4000

/** What may wait for a slow line: some dozens of events. */
const bufferedBytes = 16 * 1024

/** Milliseconds by which each further browser asks later than the one before, when one hint reaches many. */
const apart = 5

/** So many hints are remembered, for pages that begin to follow or come back. */
const rememberedMax = 2000
/** A stream may be this many milliseconds longer on its way than the questions before it, and a hint after its change. */
const onTheWay = 5000

type Stream = { actor: Actor; isStillTheirs: () => Promise<boolean>; out: PassThrough }

/** The open streams of this process: who may have one, who gets which hint, and when one ends. */
export class LiveStreams {
  readonly #max: number
  readonly #open = new Set<Stream>()
  /** By cooperative; the super administrators' under undefined. */
  readonly #byCooperative = new Map<string | undefined, Set<Stream>>()
  readonly #byLogin = new Map<string, Set<Stream>>()
  readonly #timers: NodeJS.Timeout[] = []
  /** The latest hints, the oldest first. */
  #latest: { at: number; hint: Hint }[] = []
  /** Since when none is missing among them: not before this process listens. */
  #completeSince = Infinity
  #isDraining = false

  /** At most `max` at once. */
  constructor(max = 2000) {
    this.#max = max
  }

  get count(): number {
    return this.#open.size
  }

  /**
   * `isStillTheirs` is asked every few seconds, and the stream ends when it says no. It begins with what may have changed in
   * the last `age` seconds, without `age` with what comes. A cooperative has a share by its active `members`, and never more
   * than half of all. Refuses: overloaded, too_many_streams, too_many_streams_of_society.
   */
  open(
    actor: Actor,
    isStillTheirs: () => Promise<boolean>,
    { age, members = 0 }: { age?: number | undefined; members?: number } = {},
  ): Readable {
    if (this.#isDraining || this.#open.size >= this.#max)
      refuse('overloaded', { retryAfterSeconds: retryAfterSeconds() })
    const theirs = this.#byLogin.get(actor.loginId) ?? new Set()
    const ofSession = [...theirs].filter((each) => each.actor.sessionId === actor.sessionId)
    const ofLoginMax = isManyPeoples(actor) ? ofSharedLoginMax : ofPersonMax
    if (theirs.size >= ofLoginMax || ofSession.length >= ofSessionMax)
      refuse('too_many_streams', { retryAfterSeconds: 60 })
    const beside = this.#byCooperative.get(actor.cooperativeId)?.size ?? 0
    const share = Math.max(ofCooperative.least, ofCooperative.byMember * members)
    if (actor.cooperativeId !== undefined && beside >= Math.min(share, this.#max / 2))
      refuse('too_many_streams_of_society', { retryAfterSeconds: 60 })
    const stream = { actor, isStillTheirs, out: new PassThrough({ highWaterMark: bufferedBytes }) }
    this.#add(stream)
    const missed = age === undefined ? [] : this.#missed(stream, age)
    if (missed.length > 0) tell([stream], missed, this.#open.size)
    write(stream, ': open\n\n')
    return stream.out
  }

  /** Tells whom it concerns, except the session that made the change: its browser has asked again already. */
  deliver(hint: Hint): void {
    this.#remember(hint)
    const theirs = [...(this.#byCooperative.get(hint.cooperativeId) ?? [])]
    tell(
      theirs.filter((stream) => concerns(hint, stream)),
      hint.topics,
    )
  }

  /** From now on every hint is delivered here; of those before, some may not have been. */
  listening(): void {
    this.#latest = []
    this.#completeSince = performance.now()
  }

  /** Hints may have been lost: everybody asks again for everything shown. */
  resync(): void {
    tell([...this.#open], [everything])
  }

  /** Ends all, and lets none begin: their browsers go to another server, or come back to the next one here. */
  drain(): void {
    this.#isDraining = true
    for (const { out } of this.#open) out.end()
  }

  #remember(hint: Hint): void {
    this.#latest.push({ at: performance.now(), hint })
    if (this.#latest.length <= rememberedMax) return
    this.#latest = this.#latest.slice(rememberedMax / 2)
    this.#completeSince = this.#latest[0]?.at ?? Infinity
  }

  /** The topics of what this stream would have been told in the last `age` seconds. */
  #missed(stream: Stream, age: number): readonly string[] {
    const since = performance.now() - age * 1000 - onTheWay
    if (since < this.#completeSince) return [everything]
    const theirs = this.#latest.filter(
      ({ at, hint }) => at >= since && hint.cooperativeId === stream.actor.cooperativeId && concerns(hint, stream),
    )
    return [...new Set(theirs.flatMap(({ hint }) => hint.topics))]
  }

  #add(stream: Stream): void {
    const { cooperativeId, loginId } = stream.actor
    this.#open.add(stream)
    const leave = [enter(this.#byCooperative, cooperativeId, stream), enter(this.#byLogin, loginId, stream)]
    stream.out.once('close', () => {
      this.#open.delete(stream)
      for (const each of leave) each()
      if (this.#open.size === 0) for (const timer of this.#timers.splice(0)) clearInterval(timer)
    })
    if (this.#timers.length > 0) return
    this.#timers.push(
      setInterval(() => {
        for (const each of this.#open) write(each, ': still here\n\n')
      }, heartbeatMilliseconds).unref(),
      setInterval(() => {
        for (const each of this.#open) void endIfOver(each)
      }, checkMilliseconds).unref(),
    )
  }
}

/** Puts a stream among those of its kind; the answer takes it out again. */
function enter<Key>(groups: Map<Key, Set<Stream>>, key: Key, stream: Stream): () => void {
  const group = groups.get(key) ?? new Set()
  groups.set(key, group.add(stream))
  return () => {
    group.delete(stream)
    if (group.size === 0 && groups.get(key) === group) groups.delete(key)
  }
}

/** A cooperative's shared login. A super administrator is no member either, but one person. */
function isManyPeoples(actor: Actor): boolean {
  return actor.role === 'coop_admin' && actor.memberId === undefined && actor.office === 'admin'
}

function concerns({ officers, members, login, by }: Hint, { actor }: Stream): boolean {
  if (actor.sessionId === by) return false
  if (login !== undefined) return actor.loginId === login
  if (actor.role !== 'member') return actor.role === 'superadmin' || officers
  return members === 'all' || members.includes(actor.memberId)
}

/** `asking` is how many browsers may ask again at this time. */
function tell(streams: readonly Stream[], topics: Hint['topics'], asking = streams.length): void {
  for (const stream of streams) write(stream, `data: ${JSON.stringify({ topics, spread: asking * apart })}\n\n`)
}

/** A reader who is so slow that hints gather is dropped: they ask for everything when they come back. */
function write({ out }: Stream, text: string): void {
  if (out.writable && !out.write(text)) out.destroy()
}

async function endIfOver({ out, isStillTheirs }: Stream): Promise<void> {
  try {
    if (!(await isStillTheirs())) out.end()
  } catch (error) {
    // A busy database says nothing about the session, and has no hints to give either.
    if (error instanceof Refusal && error.code !== 'overloaded') out.end()
  }
}
