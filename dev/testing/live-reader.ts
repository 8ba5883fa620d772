import { get, type IncomingMessage } from 'node:http'
import { everything, followChanges, isTopicOf } from '#core/contract/live.ts'

/** A browser that follows one server's live events. */
export class LiveReader {
  /** The topics of each event so far. */
  readonly events: string[][] = []
  /** All that came, as it came. */
  text = ''
  isOver = false
  readonly headers: IncomingMessage['headers']
  readonly #reply: IncomingMessage
  readonly #waiting = new Set<() => void>()

  /** Resolves once the stream is open; `age` as in the contract. Throws where the server refuses. */
  static async open(url: string, token: string, age?: number): Promise<LiveReader> {
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` }
      // A connection of its own: fetch opens another in the place of one that it cuts.
      get(
        `${url}${followChanges.path}${age === undefined ? '' : `?age=${age}`}`,
        { headers, agent: false },
        resolve,
      ).once('error', reject)
    })
    if (reply.statusCode !== 200) {
      reply.destroy()
      throw new Error(`Refused with ${reply.statusCode}`)
    }
    const reader = new LiveReader(reply)
    await reader.when(({ text }) => text !== '')
    return reader
  }

  private constructor(reply: IncomingMessage) {
    this.#reply = reply
    this.headers = reply.headers
    reply.setEncoding('utf8').on('data', (piece: string) => {
      this.text += piece
      const whole = this.text.split('\n\n').slice(0, -1)
      const events = whole.filter((each) => each.startsWith('data: '))
      for (const event of events.slice(this.events.length))
        this.events.push((JSON.parse(event.slice(6)) as { topics: string[] }).topics)
      this.#tell()
    })
    // Cut off by either side, with or without an end.
    reply.on('error', () => {})
    reply.once('close', () => {
      this.isOver = true
      this.#tell()
    })
  }

  /** Milliseconds until this holds. Rejects after `within`. */
  async when(holds: (reader: LiveReader) => boolean, within = 20_000): Promise<number> {
    const began = performance.now()
    const limit = AbortSignal.timeout(within)
    while (!holds(this)) {
      if (limit.aborted) throw new Error(`Not within ${within} ms; heard ${JSON.stringify(this.events)}`)
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve)
        limit.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    return performance.now() - began
  }

  hears(topic: string, within?: number): Promise<number> {
    return this.when(() => this.events.flat().includes(topic), within)
  }

  /** The same for an event that names this address, after so many others; `everything` names none. */
  hearsOf(path: string, after: number): Promise<number> {
    const address = path.slice(1).split('/')
    return this.when(({ events }) =>
      events.slice(after).some((topics) => topics.some((topic) => topic !== everything && isTopicOf(topic, address))),
    )
  }

  close(): void {
    this.#reply.destroy()
  }

  #tell(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}
