import type { Logger } from 'pino'

/** Each takes a connection for as long as it runs, and requests need the others. */
const runningMax = 3

/** Work that goes on after its request was answered, a few at once and the others in their order; the server waits for it before it closes its pools. */
export class Background {
  readonly #waiting: (() => Promise<void>)[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  run(work: () => Promise<void>): void {
    this.#waiting.push(work)
    this.#start()
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #start(): void {
    while (this.#running.size < runningMax) {
      const work = this.#waiting.shift()
      if (!work) return
      const running = work()
        .catch((error: unknown) => this.#log.error({ err: error }, 'background work failed'))
        .finally(() => {
          this.#running.delete(running)
          this.#start()
        })
      this.#running.add(running)
    }
  }
}
