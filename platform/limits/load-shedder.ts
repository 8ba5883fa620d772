import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { refuse } from '#core/refusal.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { networkOf } from './network.ts'
import { type Party, workFor } from './party.ts'
import { type Holder, Places, retryAfterSeconds } from './places.ts'

/** Requests that are there in any state: being read, worked on, or answered to a slow line. */
const openMax = 1000
/** Reading a large body takes many times its size in memory. */
const largeMax = 12
const usualBytes = 100 * 1024

/** The slowest line that is still served. */
const bodyBytesASecond = 16 * 1024

/** What one network, one login and one cooperative get of the places. A mobile network hides many people behind one address. */
const shares = { open: 1 / 4, network: 1 / 4, login: 1 / 8, cooperative: 1 / 4, large: 1 / 4 }

/** Requests of one batch share a transaction, so that one of them costs less than what works by itself. */
const sizeInBatch = 0.25

/** What is to be known of a call before it is worked on. */
type Call = Pick<Endpoint, 'path' | 'method' | 'access' | 'snapshotSeconds' | 'bodyBytesMax' | 'upload' | 'kind'>

type Visit = {
  size: number
  isClosed: boolean
  isWorking: boolean
  leave: (() => void)[]
  bodyTimer: NodeJS.Timeout | undefined
  isKnown: () => void
}

/**
 * Turns requests away that could not be answered in time, before they cost anything: a queue that only grows serves
 * no one. A place is given back when the reply or its connection has ended and the work has too: one of the first two
 * comes for every request, whatever its client does.
 */
export class LoadShedder {
  readonly #bodySeconds: number
  readonly #limit: ConcurrencyLimit
  readonly #open = new Places(() => openMax)
  readonly #large = new Places(() => largeMax)
  readonly #working = new Places(() => this.#limit.current)
  /** Requests whose session is being looked up; each is worked on a moment later. */
  readonly #arriving = new Places(() => this.#limit.current)
  readonly #visits = new WeakMap<FastifyRequest, Visit>()
  #isDraining = false
  /** By connection, because a pipelined reply that is never sent tells nothing of its end. */
  readonly #connections = new WeakMap<object, Set<Visit>>()

  /**
   * A body has `bodySeconds` to arrive, and besides as long as its size takes on the slowest line. However slow answers
   * are, `atOnceMin` requests are worked on.
   */
  constructor({ bodySeconds = 15, atOnceMin = 32 } = {}) {
    this.#bodySeconds = bodySeconds
    this.#limit = new ConcurrencyLimit(performance.now(), atOnceMin)
  }

  /** From now on the answer to "can you serve?" is no, so that a balancer sends what comes elsewhere; what comes is still served. */
  drain(): void {
    this.#isDraining = true
  }

  /** Whether a request to this address would be turned away at its arrival: asked before anything else is done for it. */
  turnsAway(url: string): boolean {
    return this.#isFull && url.startsWith('/api/') && url !== '/api/health'
  }

  get #isFull(): boolean {
    return this.#working.taken + this.#arriving.taken >= this.#limit.current
  }

  /** At the arrival, before anything is read; `isBatched` where it goes together with others. Whether the process lives is answered always. Refuses: overloaded, too_many_requests. */
  arrive(request: FastifyRequest, reply: FastifyReply, { path }: Call, isBatched = false): void {
    if (path === '/api/health') return
    if (this.#isFull || (this.#isDraining && path === '/api/health/ready'))
      refuse('overloaded', { retryAfterSeconds: retryAfterSeconds() })
    const network = networkOf(request.ip)
    const leave = this.#open.take([{ name: network, share: shares.open }])
    const visit: Visit = {
      size: isBatched ? sizeInBatch : 1,
      isClosed: false,
      isWorking: false,
      leave: [leave],
      bodyTimer: undefined,
      isKnown: () => {},
    }
    this.#visits.set(request, visit)
    const visits = this.#visitsOf(request.raw.socket)
    visits.add(visit)
    reply.raw.once('close', () => {
      visits.delete(visit)
      close(visit)
    })
    visit.isKnown = this.#arriving.take([{ name: network, share: shares.network }], visit.size)
    visit.leave.push(visit.isKnown)
  }

  /** Before the body is read, once it is known who sends it. Refuses: overloaded, too_many_requests. */
  awaitBody(request: FastifyRequest, endpoint: Call, party: Party): void {
    const visit = this.#visits.get(request)
    if (!visit) return
    visit.isKnown()
    const bytes = bodyBytes(request, endpoint)
    if (bytes > usualBytes)
      visit.leave.push(this.#large.take([{ name: party.cooperative ?? party.network, share: shares.large }]))
    if (bytes === 0) return
    visit.bodyTimer = setTimeout(() => request.raw.destroy(), (this.#bodySeconds + bytes / bodyBytesASecond) * 1000)
  }

  /** Gives back what a request has taken, though its reply goes on: a stream that stays open costs next to nothing. */
  release(request: FastifyRequest): void {
    for (const each of this.#visits.get(request)?.leave.splice(0) ?? []) each()
  }

  /** Works on a request whose body is there. Refuses: overloaded, too_many_requests. */
  async work<T>(request: FastifyRequest, endpoint: Call, party: Party, work: () => Promise<T>): Promise<T> {
    const visit = this.#visits.get(request)
    if (!visit) return work()
    clearTimeout(visit.bodyTimer)
    const leave = this.#working.take(holdersOf(party), visit.size)
    const began = performance.now()
    visit.isWorking = true
    try {
      return await workFor(party, work)
    } finally {
      const now = performance.now()
      if (!takesLong(endpoint)) this.#limit.answered(now - began, now, this.#isFull)
      leave()
      visit.isWorking = false
      leaveIfDone(visit)
    }
  }

  #visitsOf(connection: FastifyRequest['raw']['socket']): Set<Visit> {
    const known = this.#connections.get(connection)
    if (known) return known
    const visits = new Set<Visit>()
    this.#connections.set(connection, visits)
    connection.once('close', () => {
      for (const visit of visits) close(visit)
    })
    return visits
  }
}

function close(visit: Visit): void {
  clearTimeout(visit.bodyTimer)
  visit.isClosed = true
  leaveIfDone(visit)
}

function leaveIfDone({ isClosed, isWorking, leave }: Visit): void {
  if (isClosed && !isWorking) for (const each of leave.splice(0)) each()
}

function holdersOf({ network, login, cooperative }: Party): Holder[] {
  return [
    { name: network, share: shares.network },
    ...(login === undefined ? [] : [{ name: login, share: shares.login }]),
    ...(cooperative === undefined ? [] : [{ name: cooperative, share: shares.cooperative }]),
  ]
}

/** How large a body is: what it says of itself, or the most that its endpoint takes where it says nothing. */
function bodyBytes({ headers, method }: FastifyRequest, { bodyBytesMax, upload }: Call): number {
  if (method === 'GET') return 0
  const announced = headers['content-length']
  if (announced !== undefined) return Number(announced)
  if (headers['transfer-encoding'] === undefined) return 0
  return upload?.bytesMax ?? bodyBytesMax ?? usualBytes
}

/** Files, reports, large bodies and what compares passwords say nothing about how busy the server is. */
function takesLong({ kind, snapshotSeconds, bodyBytesMax, upload, access, method }: Call): boolean {
  return (
    kind === 'file' ||
    snapshotSeconds !== undefined ||
    bodyBytesMax !== undefined ||
    upload !== undefined ||
    (access === 'public' && method === 'POST')
  )
}
