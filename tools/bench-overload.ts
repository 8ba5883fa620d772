// Prints, for a read (a page of the register) and a write (a contribution): what the server answers a second when each of a
// number of clients waits for its answer (capacity: the best of a few numbers), and what it answers when requests come three times as fast whether or not
// anything is answered (open loop). The bar: at least 80 % of the capacity answered with success, 99 of 100 of those within
// a second, everything else 429 or 503 with Retry-After, and health answered throughout. One that misses it ends this with
// 1. Each client calls from a network of its own, as a proxy would name it. Figures in the docs come from here.
import { connect, type Socket } from 'node:net'
import { exchange, prepareCooperatives, startEmptyServer, type Target } from './bench-server.ts'

const cooperativesCount = 40
const membersEach = 25
const clientCounts = [32, 128] as const
const networks = 250
const warmUpSeconds = 8
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30)
const times = 3
const linesOpen = 400
const bar = { goodput: 0.8, milliseconds: 1000 }
/** A client that has waited so long gives up. */
const patienceMilliseconds = 20_000

type Answer = { status: number; milliseconds: number; hasRetryAfter: boolean }
type RequestOf = (n: number) => string

async function main(): Promise<void> {
  const server = await startEmptyServer()
  try {
    const targets = await prepareCooperatives(server.url, cooperativesCount, membersEach)
    const address = new URL(server.url)
    let missed = false
    for (const [name, requestOf] of [
      ['read', reads(targets)],
      ['write', writes(targets)],
    ] as const) {
      await closedLoop(address, requestOf, clientCounts[0], warmUpSeconds)
      let capacity = 0
      for (const clients of clientCounts) {
        const rate = await closedLoop(address, requestOf, clients, Math.min(seconds, 15))
        console.log(`${name}: ${rate.toFixed(0)}/s with ${clients} clients that wait for their answers`)
        capacity = Math.max(capacity, rate)
      }
      if (!(await overload(address, requestOf, capacity))) missed = true
    }
    if (missed) process.exitCode = 1
  } finally {
    await server.stop()
  }
}

/** Spread over the cooperatives without a pattern: clients in step would ask the same few again and again, which the server answers together. */
const targetOf = (targets: readonly Target[], n: number) =>
  targets[(Math.imul(n + 1, 2_654_435_761) >>> 8) % targets.length] as Target

const networkOf = (n: number) => `198.18.${Math.floor((n % networks) / 50)}.${n % 50}`

function reads(targets: readonly Target[]): RequestOf {
  return (n) =>
    `GET /api/members?limit=25&sort=lastName HTTP/1.1\r\nhost: bench\r\nx-forwarded-for: ${networkOf(n)}\r\nauthorization: Bearer ${targetOf(targets, n).token}\r\n\r\n`
}

function writes(targets: readonly Target[]): RequestOf {
  return (n) => {
    const { token, members } = targetOf(targets, n)
    const body = JSON.stringify({
      memberId: members[n % members.length],
      amount: 100 + (n % 900) + 0.5,
      anotherPayment: true,
    })
    return `POST /api/financial/contributions HTTP/1.1\r\nhost: bench\r\nx-forwarded-for: ${networkOf(n)}\r\nauthorization: Bearer ${token}\r\nidempotency-key: ${crypto.randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }
}

function open({ hostname, port }: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.setNoDelay(true)
    socket.once('error', reject)
  })
}

/** Answers with success a second when each client sends its next request once the last is answered. */
async function closedLoop(address: URL, requestOf: RequestOf, clients: number, forSeconds: number): Promise<number> {
  const began = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const socket = await open(address)
      for (let n = client; performance.now() - began < forSeconds * 1000; n += clients) {
        const { status } = await exchange(socket, requestOf(n))
        if (status < 300) done += 1
        else if (status !== 429 && status !== 503) throw new Error(`Answered with ${status}`)
      }
      socket.destroy()
    }),
  )
  return done / ((performance.now() - began) / 1000)
}

/** A connection that carries one request after the other, with as little work for each as there can be: the load must not take the server's processor. */
class Line {
  #socket: Socket
  #received = 0
  #expected = 0
  #began = 0
  #answer: Answer = { status: 0, milliseconds: 0, hasRetryAfter: false }
  #done: (answer: Answer | undefined) => void

  constructor({ hostname, port }: URL, done: (line: Line, answer: Answer | undefined) => void) {
    this.#done = (answer) => done(this, answer)
    this.#socket = connect(Number(port), hostname)
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (chunk) => this.#receive(chunk))
    this.#socket.on('close', () => this.#expected !== 0 && this.#done(undefined))
    this.#socket.on('error', () => {})
  }

  send(request: string): void {
    this.#began = performance.now()
    this.#expected = -1
    this.#received = 0
    this.#socket.write(request)
  }

  #receive(chunk: Buffer): void {
    this.#received += chunk.length
    if (this.#expected === -1) {
      const head = chunk.toString('latin1', 0, 2048)
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) throw new Error('The head of a reply came in parts')
      const at = head.indexOf('content-length: ')
      this.#expected = end + 4 + Number.parseInt(head.slice(at + 16), 10)
      this.#answer = {
        status: Number(head.slice(9, 12)),
        milliseconds: 0,
        hasRetryAfter: head.indexOf('retry-after: ') !== -1,
      }
    }
    if (this.#received < this.#expected) return
    this.#expected = 0
    this.#answer.milliseconds = performance.now() - this.#began
    this.#done(this.#answer)
  }

  close(): void {
    this.#expected = 0
    this.#socket.destroy()
  }
}

/** Sends by the clock, whatever is answered; prints what came back and says whether the bar was met. */
async function overload(address: URL, requestOf: RequestOf, capacity: number): Promise<boolean> {
  const answers: Answer[] = []
  const idle: Line[] = []
  let under = 0
  let given = 0
  const done = (line: Line, answer: Answer | undefined) => {
    under -= 1
    if (answer) {
      answers.push(answer)
      idle.push(line)
    } else given += 1
  }
  // Those who use it have a connection already, as browsers do; more come when none is free.
  for (let n = 0; n < linesOpen; n += 1) {
    under += 1
    new Line(address, done).send('GET /api/health HTTP/1.1\r\nhost: bench\r\n\r\n')
    if (n % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  while (under > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  answers.length = 0
  // Made before, each with a key of its own.
  const requests = Array.from({ length: Math.ceil(capacity * times * (seconds + 1)) }, (_, n) => requestOf(n))
  const health = watchHealth(address)
  const began = performance.now()
  let sent = 0
  while (performance.now() - began < seconds * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * capacity * times)
    for (; sent < due; sent += 1) {
      under += 1
      const line = idle.pop() ?? new Line(address, done)
      line.send(requests[sent % requests.length] ?? '')
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const elapsed = (performance.now() - began) / 1000
  const within = answers.filter(({ status }) => status < 300).length
  const end = performance.now() + patienceMilliseconds
  while (under > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
  given += under
  for (const line of idle) line.close()
  const healthTimes = await health()
  const good = answers.filter(({ status }) => status < 300).map(({ milliseconds }) => milliseconds)
  const others = answers.filter(({ status }) => status >= 300)
  const wrong = others.filter(({ status, hasRetryAfter }) => ![429, 503].includes(status) || !hasRetryAfter).length
  const goodput = within / elapsed / capacity
  const p99 = percentile(good, 0.99)
  const isMet = goodput >= bar.goodput && p99 <= bar.milliseconds && wrong === 0 && given === 0
  console.log(
    `${isMet ? '✓' : '✗'} ${times} times the capacity for ${seconds} s: ${(sent / elapsed).toFixed(0)}/s sent, ${(within / elapsed).toFixed(0)}/s answered with success (${(goodput * 100).toFixed(0)} % of the capacity), p50 ${percentile(good, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ${others.length} turned away (p99 ${percentile(
      others.map(({ milliseconds }) => milliseconds),
      0.99,
    ).toFixed(
      0,
    )} ms), ${wrong} wrongly, ${given} without an answer; health p99 ${percentile(healthTimes, 0.99).toFixed(0)} ms`,
  )
  return isMet
}

/** Asks for the health ten times a second; the function that it returns ends that and gives how long each answer took. */
function watchHealth(address: URL): () => Promise<number[]> {
  const milliseconds: number[] = []
  let isOver = false
  const watching = (async () => {
    const socket = await open(address)
    while (!isOver) {
      const began = performance.now()
      const { status } = await exchange(socket, 'GET /api/health HTTP/1.1\r\nhost: bench\r\n\r\n')
      if (status !== 200) throw new Error(`Health was answered with ${status}`)
      milliseconds.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    socket.destroy()
  })()
  return async () => {
    isOver = true
    await watching
    return milliseconds
  }
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, next) => one - next)
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0
}

await main()
