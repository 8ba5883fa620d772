/**
 * Runs jobs of one key one batch at a time: jobs that arrive while a batch is under way wait and go together in the
 * next. Jobs of different keys run side by side.
 */
export class Batcher<Key, Job extends { distinct?: string | undefined }> {
  readonly #run: (key: Key, jobs: Job[]) => Promise<void>
  readonly #sizeMax: number
  readonly #waiting = new Map<Key, Job[]>()

  /** `run` must settle every job itself and not reject. */
  constructor(run: (key: Key, jobs: Job[]) => Promise<void>, sizeMax: number) {
    this.#run = run
    this.#sizeMax = sizeMax
  }

  add(key: Key, job: Job): void {
    const queue = this.#waiting.get(key)
    if (queue) {
      queue.push(job)
      return
    }
    const started: Job[] = [job]
    this.#waiting.set(key, started)
    void this.#drain(key, started)
  }

  async #drain(key: Key, queue: Job[]): Promise<void> {
    while (queue.length > 0) await this.#run(key, take(queue, this.#sizeMax))
    this.#waiting.delete(key)
  }
}

/** Two jobs with the same `distinct` never share a batch: the second is to find what the first left. */
function take<Job extends { distinct?: string | undefined }>(queue: Job[], sizeMax: number): Job[] {
  const batch: Job[] = []
  const left: Job[] = []
  const seen = new Set<string>()
  for (const job of queue.splice(0)) {
    if (batch.length >= sizeMax || (job.distinct !== undefined && seen.has(job.distinct))) left.push(job)
    else batch.push(job)
    if (job.distinct !== undefined) seen.add(job.distinct)
  }
  queue.push(...left)
  return batch
}
