import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processesIn } from '#platform/db/process.ts'
import { freePort } from './crash-harness.ts'
import { findOwner, findPostgres15 } from './postgresql-15.ts'

type Node = {
  name: string
  port: number
  rest: number
  folder: string
  data: string
  patroni: ChildProcess | undefined
}

/** The programs of Debian's packages that a cluster needs and this machine has not. */
export function missingForCluster(): string[] {
  const programs = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' }
  return [
    ...Object.entries(programs).flatMap(([program, name]) =>
      spawnSync('sh', ['-c', `command -v ${program}`]).status === 0 ? [] : [name],
    ),
    ...(findPostgres15() === undefined ? ['postgresql-15'] : []),
  ]
}

const password = 'of-the-cluster'

/** The files that docs/running.md tells operators to use, with the places of this cluster. */
function operating(file: string, places: readonly (readonly [string | RegExp, string])[]): string {
  const text = readFileSync(new URL(`../../docs/operating/${file}`, import.meta.url), 'utf8')
  return places.reduce((all, [from, to]) => {
    if (all.search(from) === -1) throw new Error(`${file} does not say ${String(from)}`)
    return all.replaceAll(from, to)
  }, text)
}

/** Three PostgreSQL under Patroni on this machine, with etcd and HAProxy. */
export class PatroniCluster {
  /** To the primary through HAProxy and by the list of all machines, and to the replicas through HAProxy. */
  urls: { proxy: string; list: string; replicas: string } = { proxy: '', list: '', replicas: '' }
  readonly #folder = mkdtempSync(join(tmpdir(), 'ajose-patroni-'))
  readonly #owner = findOwner()
  readonly #others: ChildProcess[] = []
  #nodes: Node[] = []

  static async start({ isSynchronous = true } = {}): Promise<PatroniCluster> {
    const cluster = new PatroniCluster()
    try {
      await cluster.#start(isSynchronous)
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  async #start(isSynchronous: boolean): Promise<void> {
    this.#own(this.#folder)
    const [client, peer, proxy, replicas] = [await freePort(), await freePort(), await freePort(), await freePort()]
    this.#others.push(
      this.#run('etcd', [
        ...['--data-dir', join(this.#folder, 'etcd')],
        ...['--listen-client-urls', `http://127.0.0.1:${client}`],
        ...['--advertise-client-urls', `http://127.0.0.1:${client}`],
        ...['--listen-peer-urls', `http://127.0.0.1:${peer}`],
        ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
        ...['--initial-cluster', `default=http://127.0.0.1:${peer}`],
      ]),
    )
    for (const name of ['db1', 'db2', 'db3']) {
      const folder = join(this.#folder, name)
      const node = { name, port: await freePort(), rest: await freePort(), folder, data: join(folder, 'data') }
      mkdirSync(folder)
      this.#own(folder)
      const file = join(folder, 'patroni.yml')
      const text = operating('patroni.yml', [
        [/^name: db1$/gm, `name: ${name}`],
        ['10.0.0.11:8008', `127.0.0.1:${node.rest}`],
        [/^ {2}hosts: .*$/gm, `  hosts: 127.0.0.1:${client}`],
        ['10.0.0.11:5432', `127.0.0.1:${node.port}`],
        ['10.0.0.0/24', '127.0.0.1/32'],
        [/hostssl/gm, 'host'],
        [/^ {4}ssl.*\n/gm, ''],
        ['/var/lib/postgresql/15/ajose', node.data],
        ['/var/lib/postgresql/patroni.pgpass', join(folder, 'pgpass')],
        ['/usr/lib/postgresql/15/bin', findPostgres15() ?? ''],
        ['/var/run/postgresql', folder],
        [/PASSWORD-OF-\w+/gm, password],
        ...(isSynchronous ? [] : [[/synchronous_mode(_strict)?: true/gm, 'synchronous_mode$1: false'] as const]),
      ])
      writeFileSync(file, text, { mode: 0o600 })
      this.#own(file)
      this.#nodes.push({ ...node, patroni: undefined })
    }
    for (const node of this.#nodes) this.#startPatroni(node)
    const config = join(this.#folder, 'haproxy.cfg')
    writeFileSync(
      config,
      operating('haproxy.cfg', [
        ['127.0.0.1:5000', `127.0.0.1:${proxy}`],
        ['127.0.0.1:5001', `127.0.0.1:${replicas}`],
        ...this.#nodes.map(
          ({ port, rest }, n) =>
            [`10.0.0.1${n + 1}:5432 check port 8008`, `127.0.0.1:${port} check port ${rest}`] as const,
        ),
      ]),
    )
    this.#others.push(this.#run('haproxy', ['-db', '-f', config]))
    const urlAt = (places: string) => `postgresql://postgres:${password}@${places}/postgres`
    this.urls = {
      proxy: urlAt(`127.0.0.1:${proxy}`),
      replicas: urlAt(`127.0.0.1:${replicas}`),
      list: `${urlAt(this.#nodes.map(({ port }) => `127.0.0.1:${port}`).join())}?target_session_attrs=read-write`,
    }
    await this.untilWhole({ isSynchronous })
  }

  #own(path: string): void {
    if (this.#owner) chownSync(path, this.#owner.uid, this.#owner.gid)
    chmodSync(path, 0o700)
  }

  #run(program: string, args: string[]): ChildProcess {
    const log = openSync(join(this.#folder, `${program}-${this.#nodes.length}.log`), 'a')
    return spawn(program, args, {
      cwd: this.#folder,
      env: { PATH: process.env.PATH, HOME: this.#folder, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', log, log],
      ...this.#owner,
    })
  }

  #startPatroni(node: Node): void {
    node.patroni = this.#run('patroni', [join(node.folder, 'patroni.yml')])
  }

  /** Resolves once there is one primary, two that follow it, and where acknowledged means two machines, one that has to have it. */
  async untilWhole({ isSynchronous = true } = {}): Promise<void> {
    const deadline = Date.now() + 180_000
    for (;;) {
      const roles = await this.#roles()
      const leads = roles.filter(({ role }) => role === 'leader')
      const follows = roles.filter(({ role }) => role !== 'leader')
      const isWaitedFor = follows.some(({ role }) => role === 'sync_standby')
      if (leads.length === 1 && follows.length === 2 && (isWaitedFor || !isSynchronous)) return
      if (Date.now() > deadline)
        throw new Error(`The cluster is not whole: ${JSON.stringify(roles)}, see ${this.#folder}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

  /** What Patroni knows of those that run. */
  async #roles(): Promise<{ name: string; role: string }[]> {
    for (const { rest } of this.#nodes) {
      const reply = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(1000) }).catch(
        () => undefined,
      )
      if (!reply?.ok) continue
      const { members } = (await reply.json()) as {
        members: { name: string; role: string; state: string; lag?: number | string }[]
      }
      return members.filter(
        ({ role, state, lag }) => /^(?:running|streaming)$/.test(state) && (role === 'leader' || lag === 0),
      )
    }
    return []
  }

  async primary(): Promise<Node> {
    const leader = (await this.#roles()).find(({ role }) => role === 'leader')
    const node = this.#nodes.find(({ name }) => name === leader?.name)
    if (!node) throw new Error('The cluster has no primary')
    return node
  }

  #signal(pids: readonly (number | undefined)[], signal: NodeJS.Signals): void {
    for (const pid of pids) {
      try {
        if (pid !== undefined) process.kill(pid, signal)
      } catch {
        // One may have gone with its parent meanwhile.
      }
    }
  }

  #postgres({ data }: Node): number[] {
    return processesIn(data, this.#owner)
  }

  /** The postmaster and its children; Patroni is left to bring them back or to choose another. */
  killPostgres(node: Node): void {
    const pids = this.#postgres(node)
    if (pids.length <= 3) throw new Error(`Only ${pids.length} processes of PostgreSQL were found to kill`)
    this.#signal(pids, 'SIGKILL')
  }

  /** What dies with a machine; `returnHost` switches it on again. */
  killHost(node: Node): void {
    this.#signal([node.patroni?.pid], 'SIGKILL')
    this.killPostgres(node)
  }

  returnHost(node: Node): void {
    this.#startPatroni(node)
  }

  /** A machine that answers nothing more, with all connections to it open, as one behind a line that was cut. */
  cutOff(node: Node): { comeBack(): void } {
    const pids = [node.patroni?.pid, ...this.#postgres(node)]
    this.#signal(pids, 'SIGSTOP')
    return { comeBack: () => this.#signal(pids, 'SIGCONT') }
  }

  /** From here on nothing that this primary writes leaves it. What is in the lines already arrives. */
  holdReplication(node: Node): void {
    const senders = this.#postgres(node).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender'),
    )
    if (senders.length < 2) throw new Error(`${senders.length} replicas are sent the log`)
    this.#signal(senders, 'SIGSTOP')
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) {
      this.#signal([node.patroni?.pid], 'SIGKILL')
      this.#signal(this.#postgres(node), 'SIGKILL')
    }
    for (const child of this.#others) child.kill('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}
