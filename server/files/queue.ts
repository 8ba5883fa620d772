import { refuse } from '#domain/refusal.ts'

/** Lets a few pieces of heavy work run at once and a few more wait, each in its turn. Refuses: overloaded. */
export class Queue {
  readonly #workingMax: number
  readonly #waitingMax: number
  readonly #waiting: (() => void)[] = []
  #working = 0

  constructor(workingMax: number, waitingMax: number) {
    this.#workingMax = workingMax
    this.#waitingMax = waitingMax
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#working < this.#workingMax) this.#working += 1
    else if (this.#waiting.length >= this.#waitingMax) refuse('overloaded')
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes to who waits longest, so that nobody who comes in this moment takes it.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#working -= 1
    }
  }
}
