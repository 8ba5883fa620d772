import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DatabaseClient } from '#platform/db/primary.ts'
import { type Hint, hints } from './hints.ts'
import type { LiveStreams } from './live-streams.ts'

const name = 'ajose_live'
const batchMilliseconds = 50
/** PostgreSQL takes less than 8000 bytes. */
const payloadMax = 7500
/** A hint about more members is about all of them. */
const membersMax = 100
const pauses = { first: 250, most: 10_000 }
const aliveEvery = 10_000
const answerWait = 5000

/** In place of hints: some may be lost. */
const resync = 'resync'

/**
 * Carries hints between all servers on one database, by a connection that listens and notifies: those of 50 ms go as one
 * notification, outside every transaction that changes something. While the connection is gone hints are lost, and when it
 * is back all browsers of all servers ask again once.
 */
export class HintChannel {
  readonly #url: string
  readonly #streams: Pick<LiveStreams, 'deliver' | 'resync' | 'listening'>
  readonly #log: Logger
  readonly #over = new AbortController()
  #pending = new Map<string, Hint>()
  #timer: NodeJS.Timeout | undefined
  #client: DatabaseClient | undefined
  #running: Promise<void> = Promise.resolve()
  #hasLost = false

  constructor(url: string, streams: Pick<LiveStreams, 'deliver' | 'resync' | 'listening'>, log: Logger) {
    this.#url = url
    this.#streams = streams
    this.#log = log
  }

  /** Resolves when the first try to connect has ended; without a database it goes on trying. */
  async start(): Promise<void> {
    hints.subscribe(this.#gather)
    await new Promise<void>((tried) => (this.#running = this.#stayConnected(tried)))
  }

  async stop(): Promise<void> {
    hints.unsubscribe(this.#gather)
    clearTimeout(this.#timer)
    await this.#send()
    this.#over.abort()
    await this.#client?.end().catch(() => {})
    await this.#running
  }

  readonly #gather = (message: unknown): void => {
    const hint = message as Hint
    if (hint.topics.length === 0) return
    const { cooperativeId, officers, login, by } = hint
    const key = `${cooperativeId} ${officers} ${login} ${by}`
    this.#pending.set(key, merged(this.#pending.get(key), hint))
    this.#timer ??= setTimeout(() => void this.#send(), batchMilliseconds)
  }

  async #send(): Promise<void> {
    this.#timer = undefined
    const payloads = payloadsOf([...this.#pending.values()])
    this.#pending = new Map()
    if (payloads.length === 0) return
    try {
      if (!this.#client) throw new Error('No connection')
      await this.#client.query(`select pg_notify('${name}', payload) from unnest($1::text[]) as payload`, [payloads])
    } catch {
      this.#hasLost = true
    }
  }

  async #stayConnected(tried: () => void): Promise<void> {
    for (let pause = pauses.first; !this.#over.signal.aborted; pause = Math.min(pause * 2, pauses.most)) {
      try {
        const { lost } = await this.#connect()
        tried()
        pause = pauses.first
        await lost
        this.#hasLost = true
      } catch (error) {
        if (pause === pauses.most) this.#log.warn({ err: error }, 'live events have no connection')
        tried()
      }
      this.#client = undefined
      await wait(pause * (0.5 + Math.random()), undefined, { signal: this.#over.signal }).catch(() => {})
    }
  }

  /** `lost` settles when the connection has ended. */
  async #connect(): Promise<{ lost: Promise<void> }> {
    const client = new DatabaseClient({
      connectionString: this.#url,
      application_name: 'ajose live',
      connectionTimeoutMillis: answerWait,
      query_timeout: answerWait,
    } as ConstructorParameters<typeof DatabaseClient>[0])
    const lost = new Promise<void>((resolve) => client.once('end', resolve))
    client.on('notification', ({ payload = '' }) => this.#receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${name}`)
      this.#streams.listening()
      if (this.#hasLost) await client.query(`notify ${name}, '${resync}'`)
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    this.#hasLost = false
    this.#client = client
    if (this.#over.signal.aborted) void client.end()
    // A machine that was cut off says nothing: who does not answer is left.
    const alive = setInterval(() => void client.query('select 1').catch(() => client.end().catch(() => {})), aliveEvery)
    void lost.then(() => clearInterval(alive))
    return { lost }
  }

  #receive(payload: string): void {
    if (payload === resync) return this.#streams.resync()
    try {
      for (const hint of JSON.parse(payload) as Hint[]) this.#streams.deliver(hint)
    } catch (error) {
      this.#log.warn({ err: error }, 'a hint could not be read')
    }
  }
}

function merged(before: Hint | undefined, hint: Hint): Hint {
  const topics = [...new Set([...(before?.topics ?? []), ...hint.topics])]
  const lists = [before?.members ?? [], hint.members]
  const members = [...new Set(lists.flatMap((list) => (list === 'all' ? [] : list)))]
  return { ...hint, topics, members: lists.includes('all') || members.length > membersMax ? 'all' : members }
}

function payloadsOf(given: readonly Hint[]): string[] {
  const payloads: string[] = []
  let texts: string[] = []
  let length = 0
  const end = () => {
    if (texts.length > 0) payloads.push(`[${texts.join()}]`)
    texts = []
    length = 0
  }
  for (const hint of given) {
    const text = JSON.stringify(hint)
    if (length + text.length + 3 > payloadMax) end()
    texts.push(text)
    length += text.length + 1
  }
  end()
  return payloads
}
