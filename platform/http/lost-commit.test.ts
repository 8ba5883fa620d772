import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { CooperativeId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, newKey, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'

/** Between server and PostgreSQL: carries everything, but once, when armed, cuts the line when a commit is answered, or as a shared transaction begins. */
class LineCutter {
  readonly folder = mkdtempSync(join(tmpdir(), 'ajose-cut-'))
  readonly #server: Server
  #armed = false
  #atBegin = false
  cuts = 0

  constructor(target: string) {
    this.#server = createServer((near) => this.#carry(near, connect(target)))
    this.#server.listen(join(this.folder, '.s.PGSQL.5432'))
  }

  arm({ atBegin = false } = {}): void {
    this.#armed = true
    this.#atBegin = atBegin
  }

  #carry(near: Socket, far: Socket): void {
    let inCooperative = false
    let committing = false
    near.on('data', (chunk: Buffer) => {
      if (chunk.includes('SET LOCAL app.coop_id')) inCooperative = true
      if (this.#armed && this.#atBegin && chunk.includes('BEGIN; SET LOCAL lock_timeout')) {
        this.#armed = false
        this.cuts += 1
        near.destroy()
        far.destroy()
        return
      }
      if (this.#armed && !this.#atBegin && inCooperative && chunk.includes('COMMIT; RESET ALL')) committing = true
      far.write(chunk)
    })
    far.on('data', (chunk: Buffer) => {
      if (committing && this.#armed && chunk.includes('COMMIT')) {
        this.#armed = false
        this.cuts += 1
        near.destroy()
        far.destroy()
      } else near.write(chunk)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy())
  }

  close(): void {
    this.#server.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

describe('the line to PostgreSQL breaks', () => {
  let cutter: LineCutter
  let app: TestApp
  let cooperatives: { cooperative: TestCooperative; member: TestMember }[]

  beforeAll(async () => {
    const clusterUrl = inject('adminUrl')
    const folder = decodeURIComponent(/host=([^&]+)/.exec(clusterUrl)?.[1] ?? '')
    cutter = new LineCutter(join(folder, '.s.PGSQL.5432'))
    app = await startTestApp(clusterUrl.replace(/host=[^&]+/, `host=${encodeURIComponent(cutter.folder)}`))
    cooperatives = []
    for (let n = 0; n < 3; n += 1) {
      const cooperative = await buildCooperative(app)
      cooperatives.push({ cooperative, member: await buildMember(app, cooperative) })
    }
  })
  afterAll(async () => {
    await app.stop()
    cutter.close()
  })

  const post = ({ cooperative, member }: (typeof cooperatives)[number], key?: string) =>
    app.call('POST', '/financial/contributions', {
      token: cooperative.token,
      body: { memberId: member.id, amount: 10, anotherPayment: true },
      ...(key !== undefined && { key }),
    })
  const stored = async () => Number((await app.admin.query('select count(*) from app.transaction')).rows[0].count)

  test('as a transaction of several cooperatives begins: their work fails, and no promise is left for the process to end on', async () => {
    const unheard: unknown[] = []
    const hear = (error: unknown) => unheard.push(error)
    process.on('unhandledRejection', hear)
    const cutsBefore = cutter.cuts
    cutter.arm({ atBegin: true })
    const works = cooperatives.map(({ cooperative }) => ({
      scope: { cooperativeId: cooperative.id as CooperativeId, role: 'job' as const },
      work: (tx: Tx) => tx.one(sql`select 1 as one`),
    }))
    await expect(app.services.database.tenants(works)).rejects.toThrow(
      /Connection terminated|ECONNRESET|EPIPE|One of several works/,
    )
    // Node tells of what no one heard once the turn is over.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', hear)
    expect([cutter.cuts, unheard]).toEqual([cutsBefore + 1, []])
  })

  // ASVS V16.5.2
  test('a posting without a key is kept once, and its sender is told to look before trying again', async () => {
    const [first] = cooperatives
    const before = await stored()
    const cutsBefore = cutter.cuts
    cutter.arm()
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(first as (typeof cooperatives)[number])))
    expect(cutter.cuts).toBe(cutsBefore + 1)
    const unknown = replies.filter(({ status }) => status === 503)
    expect(unknown.length).toBeGreaterThan(0)
    for (const { body } of unknown)
      expect(body.message).toBe(
        'The connection broke while this was being saved. Look whether it is there before you try again.',
      )
    expect(await stored()).toBe(before + 5)
    expect(await app.checks()).toEqual([])
  })

  // ASVS V16.5.3
  test('postings of several cooperatives under keys are kept once, whatever is tried again', async () => {
    const keys = cooperatives.map(() => newKey())
    const before = await stored()
    const cutsBefore = cutter.cuts
    cutter.arm()
    await Promise.all(cooperatives.map((each, n) => post(each, keys[n])))
    expect(cutter.cuts).toBe(cutsBefore + 1)
    const again = await Promise.all(cooperatives.map((each, n) => post(each, keys[n])))
    expect(again.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await stored()).toBe(before + 3)
    expect(await app.checks()).toEqual([])
  })
})
