/** How many pushes of this process go to one push service at once, and to the devices of one person. */
const ofHostMax = 4
const ofOwnerMax = 1

/** After a push service gave no answer in time: milliseconds until the next try of anything that goes there, doubled each time. */
const silence = { first: 60_000, most: 60 * 60_000 }
const silentMax = 1000

/** A place that was taken; `isSilent`: no answer came in time. */
type Turn = { end: (isSilent: boolean) => void }

/**
 * Which push may leave now. A device whose push service doesn't answer takes one place for a few seconds, and then none until
 * the silence is over; everybody else's go on.
 */
export class PushTurns {
  readonly #underWay = new Map<string, number>()
  readonly #silent = new Map<string, { until: number; pause: number }>()

  /** Takes a place; undefined while the others are under way. Throws where the service is silent. */
  begin({ host, owner }: { host: string; owner: string }): Turn | undefined {
    if ((this.#silent.get(host)?.until ?? 0) > performance.now())
      throw new Error('The push service of a device gives no answer')
    if (this.#count(host) >= ofHostMax || this.#count(owner) >= ofOwnerMax) return undefined
    this.#add(host, 1)
    this.#add(owner, 1)
    return {
      end: (isSilent) => {
        this.#add(host, -1)
        this.#add(owner, -1)
        if (isSilent) this.#fallSilent(host)
        else this.#silent.delete(host)
      },
    }
  }

  #fallSilent(host: string): void {
    const pause = Math.min((this.#silent.get(host)?.pause ?? silence.first / 2) * 2, silence.most)
    this.#silent.delete(host)
    for (const [oldest] of this.#silent.size >= silentMax ? this.#silent : []) {
      this.#silent.delete(oldest)
      break
    }
    this.#silent.set(host, { until: performance.now() + pause, pause })
  }

  #count(name: string): number {
    return this.#underWay.get(name) ?? 0
  }

  #add(name: string, by: number): void {
    const count = this.#count(name) + by
    if (count > 0) this.#underWay.set(name, count)
    else this.#underWay.delete(name)
  }
}
