import { Refusal, refuse } from '#core/refusal.ts'
import { currentLine } from './party.ts'

/** At most `workingMax` run at once; `waitingMax` wait, of them `lineMax` of one line, and each for `waitMilliseconds` where that is given. */
type Sizes = { workingMax: number; waitingMax: number; lineMax: number; waitMilliseconds?: number }

/**
 * Lets a few pieces of heavy work run at once and more wait. Each cooperative, and each network of strangers, has a line
 * of its own. The lines take turns, and where two or more run at once, one line never takes the last place.
 */
export class FairQueue {
  readonly #sizes: Sizes
  readonly #lineWorkingMax: number
  /** How many of each line run. */
  readonly #working = new Map<string, number>()
  /** The lines in which somebody waits, the one whose turn is next first. */
  readonly #lines = new Map<string, (() => void)[]>()
  #workingCount = 0
  #waitingCount = 0

  constructor(sizes: Sizes) {
    this.#sizes = sizes
    this.#lineWorkingMax = Math.max(1, sizes.workingMax - 1)
  }

  /** Refuses: too_many_requests where the line is full, overloaded where the whole queue is or the wait was too long. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const line = currentLine()
    if (this.#mayBegin(line)) this.#begin(line)
    else await this.#turn(line)
    try {
      return await work()
    } finally {
      this.#end(line)
    }
  }

  #mayBegin(line: string): boolean {
    return this.#workingCount < this.#sizes.workingMax && (this.#working.get(line) ?? 0) < this.#lineWorkingMax
  }

  #begin(line: string): void {
    this.#workingCount += 1
    this.#working.set(line, (this.#working.get(line) ?? 0) + 1)
  }

  #turn(line: string): Promise<void> {
    const waiting = this.#lines.get(line) ?? []
    if (waiting.length >= this.#sizes.lineMax) refuse('too_many_requests')
    if (this.#waitingCount >= this.#sizes.waitingMax) refuse('overloaded')
    this.#waitingCount += 1
    this.#lines.set(line, waiting)
    const { waitMilliseconds } = this.#sizes
    return new Promise((resolve, reject) => {
      if (waitMilliseconds === undefined) return void waiting.push(resolve)
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#leave(line, begin)
        reject(new Refusal('overloaded'))
      }, waitMilliseconds)
      waiting.push(begin)
    })
  }

  #leave(line: string, begin: () => void): void {
    const waiting = this.#lines.get(line)
    const at = waiting?.indexOf(begin) ?? -1
    if (!waiting || at < 0) return
    waiting.splice(at, 1)
    this.#waitingCount -= 1
    if (waiting.length === 0) this.#lines.delete(line)
  }

  #end(line: string): void {
    this.#workingCount -= 1
    const left = (this.#working.get(line) ?? 0) - 1
    if (left > 0) this.#working.set(line, left)
    else this.#working.delete(line)
    this.#startNext()
  }

  /** The place is taken at once, so that no one who comes in this moment gets before those who wait. */
  #startNext(): void {
    for (const [line, waiting] of this.#lines) {
      if (!this.#mayBegin(line)) continue
      const next = waiting.shift()
      // The line goes behind the others, or away where no one waits in it any more.
      this.#lines.delete(line)
      if (waiting.length > 0) this.#lines.set(line, waiting)
      this.#waitingCount -= 1
      this.#begin(line)
      next?.()
      return
    }
  }
}
