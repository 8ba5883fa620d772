import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A balancer in front of several servers, as nginx or HAProxy is one: it asks each up to twenty times a second
 * whether it can serve, and never before the last answer, sends each request to the next that can, keeps connections open, and repeats none.
 */
export class Balancer {
  url = ''
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  readonly #backends = new Map<string, boolean>()
  #turn = 0

  static async start(): Promise<Balancer> {
    const balancer = new Balancer()
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve))
    balancer.url = `http://127.0.0.1:${(balancer.#server.address() as AddressInfo).port}`
    return balancer
  }

  private constructor() {
    // Who asks ends what is idle: were it ended here too, a request on its way at that moment would be lost.
    this.#server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => this.#pass(incoming, outgoing))
  }

  /** Whom it sends requests to at the moment. */
  get ready(): string[] {
    return [...this.#backends].flatMap(([url, isReady]) => (isReady ? [url] : []))
  }

  add(url: string): void {
    this.#backends.set(url, false)
    void this.#watch(url)
  }

  remove(url: string): void {
    this.#backends.delete(url)
  }

  async stop(): Promise<void> {
    this.#backends.clear()
    this.#agent.destroy()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #watch(url: string): Promise<void> {
    while (this.#backends.has(url)) {
      const isReady = await fetch(`${url}/api/health/ready`).then(
        (reply) => reply.ok,
        () => false,
      )
      if (this.#backends.has(url)) this.#backends.set(url, isReady)
      await wait(50)
    }
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { ready } = this
    const backend = ready[this.#turn++ % ready.length]
    if (backend === undefined) return void outgoing.writeHead(502).end('no server is ready')
    const passed = request(
      `${backend}${incoming.url}`,
      { method: incoming.method, headers: incoming.headers, agent: this.#agent },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
      },
    )
    passed.on('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end(error.message)
    })
    incoming.pipe(passed)
  }
}
