/**
 * Joins look-ups: while one is under way, further keys wait and go together in the next. A key that is asked for after
 * a look-up has begun is never answered by that look-up, so no one reads an answer older than their question.
 */
export class Coalescer<Value> {
  readonly #fetch: (keys: string[]) => Promise<ReadonlyMap<string, Value>>
  #waiting = new Map<string, { resolve: (value: Value | undefined) => void; reject: (error: unknown) => void }[]>()
  #underWay = 0

  constructor(fetch: (keys: string[]) => Promise<ReadonlyMap<string, Value>>) {
    this.#fetch = fetch
  }

  load(key: string): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      const asked = this.#waiting.get(key)
      if (asked) asked.push({ resolve, reject })
      else this.#waiting.set(key, [{ resolve, reject }])
      if (this.#underWay === 0) void this.#next()
    })
  }

  async #next(): Promise<void> {
    this.#underWay += 1
    // The requests that arrived in this turn of the event loop travel together.
    await new Promise(setImmediate)
    const batch = this.#waiting
    this.#waiting = new Map()
    try {
      const found = await this.#fetch([...batch.keys()])
      for (const [key, askers] of batch) for (const { resolve } of askers) resolve(found.get(key))
    } catch (error) {
      for (const askers of batch.values()) for (const { reject } of askers) reject(error)
    }
    this.#underWay -= 1
    if (this.#waiting.size > 0) void this.#next()
  }
}
