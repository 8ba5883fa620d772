import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { refuse, type RefusalCode } from '#core/refusal.ts'
import { FairQueue } from '#platform/limits/fair-queue.ts'
import { startFileProcess } from './file-process.ts'
import type { ReadingAnswer, ReadingTask } from './reading-process.ts'

type Limits = {
  secondsMax: number
  heapMebibytesMax?: number
  /** What the sender is told of a file on which the process runs out of time or memory. */
  exhausted: RefusalCode
}

/**
 * Reads an uploaded file in a process of its own, whose memory and time are limited: no one else's request waits for it,
 * and a file that is made to exhaust the server exhausts only that process. A thread would not do, because Node ends as
 * a whole where some allocations of a thread fail. Throws what the reading refuses.
 */
export async function readInProcess<Read>(task: ReadingTask, limits: Limits): Promise<Read> {
  const child = startProcess(limits)
  try {
    return readOf(await ask(child, task, limits))
  } finally {
    child.kill('SIGKILL')
  }
}

/** How long a process without work is kept: one that starts costs half a second. */
const idleMilliseconds = 10_000

/** The same for small files that come one after the other: one process reads them in turn, and a new one follows on the file that exhausts it. */
export class FileReader {
  readonly #queue: FairQueue
  readonly #limits: Limits
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(waitingMax: number, limits: Limits) {
    this.#queue = new FairQueue({ workingMax: 1, waitingMax, lineMax: Math.ceil(waitingMax / 2) })
    this.#limits = limits
  }

  /** Throws what the reading refuses. Refuses besides: too_many_requests, overloaded. */
  async read<Read>(task: ReadingTask): Promise<Read> {
    return this.#queue.run(async () => {
      clearTimeout(this.#idle)
      // One that was ended over a file, or by the machine, reads no more.
      if (!this.#child?.connected || this.#child.exitCode !== null || this.#child.signalCode !== null)
        this.#child = startProcess(this.#limits)
      try {
        return readOf<Read>(await ask(this.#child, task, this.#limits))
      } finally {
        // Neither the clock nor the process keeps a server running that has ended.
        this.#idle = setTimeout(() => this.#end(), idleMilliseconds).unref()
      }
    })
  }

  #end(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}

function startProcess({ heapMebibytesMax = 512 }: Limits): ChildProcess {
  const child = startFileProcess(new URL('reading-process.ts', import.meta.url), heapMebibytesMax)
  // Heard where an answer is awaited; one that ends while no one waits is replaced.
  child.on('error', () => {})
  child.unref()
  child.channel?.unref()
  return child
}

function ask(child: ChildProcess, task: ReadingTask, { secondsMax, exhausted }: Limits): Promise<ReadingAnswer> {
  return new Promise((resolve, reject) => {
    let refused: RefusalCode = exhausted
    const timer = setTimeout(() => {
      // A machine that is busy with other things says nothing of the file.
      if ((processorSeconds(child) ?? secondsMax) < secondsMax / 2) refused = 'overloaded'
      child.kill('SIGKILL')
    }, secondsMax * 1000)
    const settle =
      <Outcome>(outcome: (value: Outcome) => void) =>
      (value: Outcome) => {
        clearTimeout(timer)
        child.removeAllListeners('message').removeListener('error', failed).removeListener('close', ended)
        outcome(value)
      }
    const failed = settle(reject)
    const answered = settle(resolve)
    // Ended by our clock or by its own limit.
    const ended = (code: number | null, signal: string | null) =>
      signal === null
        ? failed(new Error(`The process that reads files ended with ${code}`))
        : answered({ refusal: { code: refused, detail: refused === 'overloaded' ? {} : { field: 'file' } } })
    child.on('message', answered as (answer: unknown) => void)
    child.on('error', failed)
    child.on('close', ended)
    child.send(task, (error) => {
      if (error) failed(error)
    })
  })
}

/** The seconds of processor that a process took so far, where Linux tells (proc_pid_stat(5), utime and stime in hundredths). */
function processorSeconds({ pid }: ChildProcess): number | undefined {
  try {
    const times = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
    return (Number(times?.[11]) + Number(times?.[12])) / 100
  } catch {
    return undefined
  }
}

function readOf<Read>(answer: ReadingAnswer): Read {
  if ('read' in answer) return answer.read as Read
  if ('bug' in answer) throw new Error(`Reading a file failed: ${answer.bug}`)
  return refuse(answer.refusal.code, answer.refusal.detail)
}
