const atOnceMin = 32
const atOnceMax = 400
const windowMilliseconds = 250
/** The slowest part of a window's answers may take this long; what waits longer is better turned away at once. */
const slowMilliseconds = 250

/**
 * How many requests may be worked on at once: as many as are answered in time. It shrinks by a fifth while a tenth of
 * the answers take too long and grows by small steps while the places are all taken and answers are quick.
 */
export class ConcurrencyLimit {
  #limit = 100
  #began: number
  #answered = 0
  #slow = 0
  #wasFull = false

  /** `now` in milliseconds. */
  constructor(now: number) {
    this.#began = now
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
    if (this.#slow * 10 > this.#answered) this.#limit = Math.max(atOnceMin, Math.floor(this.#limit * 0.8))
    else if (this.#wasFull) this.#limit = Math.min(atOnceMax, this.#limit + 8)
    this.#began = now
    this.#answered = 0
    this.#slow = 0
    this.#wasFull = false
  }
}
