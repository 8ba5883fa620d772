import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  newKey,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

/** How long a statement waits for a lock by itself: whoever answers sooner has not waited with those that are locked. */
const lockMilliseconds = 3000

type Society = { cooperative: TestCooperative; member: TestMember }

describe('cooperatives whose books are locked by something long', () => {
  let app: TestApp
  let locked: Society[]
  let others: Society[]
  let holder: pg.Client

  beforeAll(async () => {
    app = await startTestApp()
    const build = async () => {
      const cooperative = await buildCooperative(app)
      const society = { cooperative, member: await buildMember(app, cooperative) }
      // The first posting opens the member's account, which takes longer than those after it.
      await post(society)
      return society
    }
    locked = [await build(), await build(), await build()]
    others = []
    for (let n = 0; n < 8; n += 1) others.push(await build())
    holder = new pg.Client({ connectionString: app.adminUrl })
    await holder.connect()
  })
  afterAll(async () => {
    await holder.end()
    await app.stop()
  })

  const post = ({ cooperative, member }: Society, key = newKey()) =>
    app.call('POST', '/financial/contributions', {
      token: cooperative.token,
      body: { memberId: member.id, amount: 10, anotherPayment: true },
      key,
    })
  const lockBooks = () =>
    holder.query(
      `begin; select from ledger.head where cooperative_id in (${locked.map(({ cooperative }) => `'${cooperative.id}'`).join(', ')}) for update`,
    )
  const stored = async () => Number((await app.admin.query('select count(*) from app.transaction')).rows[0].count)
  const timed = async <T>(work: Promise<T>) => {
    const began = performance.now()
    const result = await work
    return { result, milliseconds: performance.now() - began }
  }
  const longest = (answers: readonly { milliseconds: number }[]) =>
    Math.max(...answers.map(({ milliseconds }) => milliseconds))

  test('do not slow the others, whose postings travel with theirs, and are told to come back', async () => {
    const before = await stored()
    await lockBooks()
    // The first two come to a lane each; what arrives meanwhile goes together.
    const waiting = locked.flatMap((society) => Array.from({ length: 4 }, () => timed(post(society))))
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(others.map((society) => timed(post(society))))
      expect(statusesOf(answers.map(({ result }) => result))).toEqual(others.map(() => 201))
      expect(longest(answers)).toBeLessThan(lockMilliseconds)
    }
    const refused = await Promise.all(waiting)
    await holder.query('rollback')
    expect(statusesOf(refused.map(({ result }) => result))).toEqual(refused.map(() => 503))
    // The lock is the cooperative's and not a request's: its requests are not tried one after the other.
    expect(longest(refused)).toBeLessThan(3.5 * lockMilliseconds)
    expect(await stored()).toBe(before + 3 * others.length)
  })

  test('have their postings saved once each as soon as the lock is gone', async () => {
    const before = await stored()
    await lockBooks()
    const keyed = locked.flatMap((society) => Array.from({ length: 4 }, () => ({ society, key: newKey() })))
    const waiting = keyed.map(({ society, key }) => post(society, key))
    await Promise.all(others.map((society) => post(society)))
    await holder.query('rollback')
    expect(statusesOf(await Promise.all(waiting))).toEqual(keyed.map(() => 201))
    expect(statusesOf(await Promise.all(keyed.map(({ society, key }) => post(society, key))))).toEqual(
      keyed.map(() => 201),
    )
    expect(await stored()).toBe(before + others.length + keyed.length)
    expect(await app.checks()).toEqual([])
  })
})
