const atOnceMax = 100
const windowMilliseconds = 250
/** The slowest part of a window's answers may take this long; what waits longer is better turned away at once. */
const slowMilliseconds = 400

/**
 * How many requests may be worked on at once: as many as are answered in time. It shrinks by a fifth while a tenth of
 * the answers take too long and grows by small steps while the places are all taken and answers are quick.
 */
export class ConcurrencyLimit {
  readonly #min: number
  #limit: number
  #began: number
  #answered = 0
  #slow = 0
  #wasFull = false

  /** `now` in milliseconds; the limit never goes below `min`. */
  constructor(now: number, min: number) {
    this.#began = now
    this.#min = min
    this.#limit = Math.max(atOnceMax, min)
  }

  get current(): number {
    return this.#limit
  }

  /** `wasFull`: no place was left when it ended. */
  answered(milliseconds: number, now: number, wasFull: boolean): void {
    this.#answered += 1
    if (milliseconds > slowMilliseconds) this.#slow += 1
    if (wasFull) this.#wasFull = true
    if (now - this.#began < windowMilliseconds) return
    if (this.#slow * 10 > this.#answered) this.#limit = Math.max(this.#min, Math.floor(this.#limit * 0.8))
    else if (this.#wasFull) this.#limit = Math.min(atOnceMax, this.#limit + 8)
    this.#began = now
    this.#answered = 0
    this.#slow = 0
    this.#wasFull = false
  }
}
