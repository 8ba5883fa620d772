/** All that waited of a key. */
export type Batch<Key, Job> = { key: Key; jobs: Job[] }

/**
 * Runs jobs in batches on a few lanes. Jobs that arrive while the lanes are busy wait and go together when one is free:
 * all that wait of a key, and several keys side by side. A key is in one lane at a time, so its jobs keep their order.
 * A batch that would keep the others waiting is set aside: it runs by itself, and the lane goes on without it.
 */
export class Lanes<Key extends string, Job extends { distinct?: string | undefined }> {
  readonly #run: (batches: Batch<Key, Job>[]) => Promise<readonly Batch<Key, Job>[]>
  readonly #runAlone: (batch: Batch<Key, Job>) => Promise<void>
  readonly #keysMax: number
  readonly #jobsMax: number
  readonly #waiting = new Map<Key, Job[]>()
  readonly #aside: Batch<Key, Job>[] = []
  readonly #busy = new Set<Key>()
  #free: number
  #freeAside: number

  /** Both must settle every job and not reject; `run` leaves the jobs of those batches that it returns, to set them aside. */
  constructor(
    {
      run,
      runAlone,
    }: {
      run: (batches: Batch<Key, Job>[]) => Promise<readonly Batch<Key, Job>[]>
      runAlone: (batch: Batch<Key, Job>) => Promise<void>
    },
    { lanes, asideMax, keysMax, jobsMax }: { lanes: number; asideMax: number; keysMax: number; jobsMax: number },
  ) {
    this.#run = run
    this.#runAlone = runAlone
    this.#free = lanes
    this.#freeAside = asideMax
    this.#keysMax = keysMax
    this.#jobsMax = jobsMax
  }

  add(key: Key, job: Job): void {
    const queue = this.#waiting.get(key)
    if (queue) queue.push(job)
    else this.#waiting.set(key, [job])
    // Requests that arrive in the same turn of the event loop start together.
    setImmediate(() => this.#start())
  }

  #start(): void {
    while (this.#free > 0) {
      const keys = this.#next()
      if (keys.length === 0) return
      this.#free -= 1
      for (const key of keys) this.#busy.add(key)
      void this.#runOnLane(keys.map((key) => ({ key, jobs: this.#take(key) })))
    }
  }

  async #runOnLane(batches: Batch<Key, Job>[]): Promise<void> {
    const aside = await this.#run(batches)
    for (const batch of batches) if (!aside.includes(batch)) this.#busy.delete(batch.key)
    this.#free += 1
    this.#aside.push(...aside)
    this.#startAside()
    this.#start()
  }

  #startAside(): void {
    while (this.#freeAside > 0) {
      const batch = this.#aside.shift()
      if (!batch) return
      this.#freeAside -= 1
      void this.#runAlone(batch).then(() => {
        this.#freeAside += 1
        this.#busy.delete(batch.key)
        this.#startAside()
        this.#start()
      })
    }
  }

  /** The keys that have waited longest, in an order that is the same for everybody: two writers never wait crosswise. */
  #next(): Key[] {
    const keys: Key[] = []
    for (const key of this.#waiting.keys()) {
      if (keys.length === this.#keysMax) break
      if (!this.#busy.has(key)) keys.push(key)
    }
    return keys.toSorted((a, b) => (a < b ? -1 : 1))
  }

  /** Two jobs with the same `distinct` never share a batch: the second is to find what the first left. */
  #take(key: Key): Job[] {
    const batch: Job[] = []
    const left: Job[] = []
    const seen = new Set<string>()
    for (const job of this.#waiting.get(key) ?? []) {
      if (batch.length >= this.#jobsMax || (job.distinct !== undefined && seen.has(job.distinct))) left.push(job)
      else batch.push(job)
      if (job.distinct !== undefined) seen.add(job.distinct)
    }
    this.#waiting.delete(key)
    if (left.length > 0) this.#waiting.set(key, left)
    return batch
  }
}
