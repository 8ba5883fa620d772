import type { Logger } from 'pino'

/** Work that goes on after its request was answered; the server waits for it before it closes its pools. */
export class Background {
  readonly #running = new Set<Promise<void>>()
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  run(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => this.#log.error({ err: error }, 'background work failed'))
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
