import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Queue } from './queue.ts'

test('two work at once, two wait for their turn, and the next is asked to come back', async () => {
  const queue = new Queue(2, 2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const run = (n: number) =>
    queue.run(async () => {
      begun.push(n)
      await new Promise<void>((resolve) => ends.push(resolve))
      return n
    })
  const all = [1, 2, 3, 4].map(run)
  await expect(run(5)).rejects.toMatchObject({ code: 'overloaded' })
  expect(begun).toEqual([1, 2])
  ends[0]?.()
  // One that comes as a place falls free stands behind those who wait.
  const late = all[0]?.then(() => run(6))
  await setImmediate()
  expect(begun).toEqual([1, 2, 3])
  for (const n of [1, 2, 3, 4]) {
    ends[n]?.()
    await setImmediate()
  }
  expect([...(await Promise.all(all)), await late]).toEqual([1, 2, 3, 4, 6])
  expect(begun).toEqual([1, 2, 3, 4, 6])
})

test('work that fails leaves its place', async () => {
  const queue = new Queue(1, 0)
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(() => Promise.resolve('next'))).toBe('next')
})
