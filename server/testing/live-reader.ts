import { followChanges } from '#contract/live.ts'

/** A browser that follows one server's live events. */
export class LiveReader {
  /** The topics of each event so far. */
  readonly events: string[][] = []
  isOver = false
  readonly #end: AbortController
  readonly #waiting = new Set<() => void>()

  /** Throws where the server refuses. */
  static async open(url: string, token: string): Promise<LiveReader> {
    const end = new AbortController()
    const response = await askLive(url, token, end.signal)
    if (response.status !== 200 || !response.body) throw new Error(`${response.status} ${await response.text()}`)
    const reader = new LiveReader(end)
    const opened = reader.when(() => reader.#isOpen)
    void reader.#read(response.body)
    await opened
    return reader
  }

  #isOpen = false

  private constructor(end: AbortController) {
    this.#end = end
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

  close(): void {
    this.#end.abort()
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = ''
    try {
      for await (const piece of body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
        this.#isOpen = true
        text += piece
        const whole = text.split('\n\n')
        text = whole.pop() ?? ''
        for (const event of whole)
          if (event.startsWith('data: ')) this.events.push((JSON.parse(event.slice(6)) as { topics: string[] }).topics)
        this.#tell()
      }
    } catch {
      // Cut off by either side.
    }
    this.isOver = true
    this.#tell()
  }

  #tell(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}

export function askLive(url: string, token?: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}${followChanges.path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  })
}
