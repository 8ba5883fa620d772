import { refuse } from '#core/refusal.ts'

/** Who holds places: a network, a login, a cooperative; `share` is the part of all places that it gets when others may want them. */
export type Holder = { name: string; share: number }

/** Places for what is under way. Once half of them are taken, no one gets more than their share: the other half is for others. */
export class Places {
  readonly #max: () => number
  readonly #held = new Map<string, number>()
  #taken = 0

  /** `max` is asked at each arrival, because it may follow what the server can do at the moment. */
  constructor(max: () => number) {
    this.#max = max
  }

  get taken(): number {
    return this.#taken
  }

  /**
   * Takes a place, or `size` of one, and returns what gives it back, once however often it is called.
   * Refuses: overloaded where all are taken, too_many_requests where half are and one of the holders has its share.
   */
  take(holders: readonly Holder[], size = 1): () => void {
    const max = this.#max()
    if (this.#taken + size > max) refuse('overloaded', { retryAfterSeconds: retryAfterSeconds() })
    for (const { name, share } of this.#taken * 2 >= max ? holders : []) {
      if ((this.#held.get(name) ?? 0) + size > Math.max(1, Math.floor(max * share)))
        refuse('too_many_requests', { retryAfterSeconds: retryAfterSeconds() })
    }
    this.#taken += size
    for (const { name } of holders) this.#held.set(name, (this.#held.get(name) ?? 0) + size)
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      this.#taken -= size
      for (const { name } of holders) {
        const left = (this.#held.get(name) ?? 0) - size
        if (left > 0) this.#held.set(name, left)
        else this.#held.delete(name)
      }
    }
  }
}

/** Not the same for all, so that those who are turned away together do not come back together. */
export function retryAfterSeconds(): number {
  return 1 + Math.floor(Math.random() * 4)
}
