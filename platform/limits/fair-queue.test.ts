import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'
import { workFor } from './party.ts'

/** A queue whose work begins and ends when the test says so; each is named by its line and a number. */
function controlled(sizes: ConstructorParameters<typeof FairQueue>[0]) {
  const queue = new FairQueue(sizes)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (network: string, n: number) =>
    workFor({ network, login: undefined, cooperative: undefined }, () =>
      queue.run(async () => {
        begun.push(network + n)
        await new Promise<void>((resolve) => ends.set(network + n, resolve))
        return network + n
      }),
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await setImmediate()
  }
  return { queue, begun, run, end }
}

test('lines take turns: one that comes with many waits behind one that comes with few', async () => {
  const { begun, run, end } = controlled({ workingMax: 2, waitingMax: 20, lineMax: 10 })
  const flood = [1, 2, 3, 4].map((n) => run('a', n))
  await setImmediate()
  // The second place stays free for another line.
  expect(begun).toEqual(['a1'])
  const others = [run('b', 1), run('c', 1), run('b', 2)]
  await setImmediate()
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('a1')
  expect(begun.at(-1)).toBe('a2')
  await end('c1')
  // Of those that came later than a's third, but in a line whose turn it is.
  expect(begun.at(-1)).toBe('b2')
  for (const name of ['b2', 'a2', 'a3', 'a4']) await end(name)
  expect([...(await Promise.all(flood)), ...(await Promise.all(others))]).toEqual([
    'a1',
    'a2',
    'a3',
    'a4',
    'b1',
    'c1',
    'b2',
  ])
})

test('one that comes as a place falls free is behind those who wait', async () => {
  const { begun, run, end } = controlled({ workingMax: 1, waitingMax: 2, lineMax: 2 })
  const all = [1, 2].map((n) => run('a', n))
  const late = all[0]?.then(() => run('a', 3))
  await end('a1')
  expect(begun).toEqual(['a1', 'a2'])
  await end('a2')
  await end('a3')
  expect([...(await Promise.all(all)), await late]).toEqual(['a1', 'a2', 'a3'])
})

test('a full line asks its own party to come back, a full queue asks everybody', async () => {
  const { run, end } = controlled({ workingMax: 1, waitingMax: 3, lineMax: 2 })
  const all = [run('a', 1), run('a', 2), run('a', 3), run('b', 1)]
  await expect(run('a', 4)).rejects.toMatchObject({ code: 'too_many_requests' })
  await expect(run('c', 1)).rejects.toMatchObject({ code: 'overloaded' })
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('work that fails leaves its place', async () => {
  const queue = new FairQueue({ workingMax: 1, waitingMax: 0, lineMax: 0 })
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(() => Promise.resolve('next'))).toBe('next')
})

test('one that waits too long is turned away, and those behind it keep their turn', async () => {
  const { begun, run, end } = controlled({ workingMax: 1, waitingMax: 9, lineMax: 9, waitMilliseconds: 30 })
  const first = run('a', 1)
  await expect(run('b', 1)).rejects.toMatchObject({ code: 'overloaded' })
  const next = run('b', 2)
  await end('a1')
  expect(begun).toEqual(['a1', 'b2'])
  await end('b2')
  expect([await first, await next]).toEqual(['a1', 'b2'])
})
