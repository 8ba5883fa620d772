import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { RenewingQueryClient } from './renewing-query-client.ts'

/** What a list shows that was asked for before a change and answered after it. */
async function shownAfterChange(
  client: QueryClient,
  refetchType: 'active' | 'none' = 'active',
): Promise<string[] | undefined> {
  const queryKey = ['papers']
  let stored = ['payslip.pdf']
  const answers: (() => void)[] = []
  const list = new QueryObserver<string[]>(client, {
    queryKey,
    queryFn: () => {
      const read = stored
      return new Promise((done) => answers.push(() => done(read)))
    },
  })
  const leave = list.subscribe(() => {})
  stored = ['payslip.pdf', 'invoice.pdf']
  const renewed = client.invalidateQueries({ queryKey, refetchType })
  await new Promise((done) => setTimeout(done))
  for (const answer of answers) answer()
  await renewed
  await new Promise((done) => setTimeout(done))
  leave()
  client.clear()
  return list.getCurrentResult().data
}

test('a list that was still on its way when something was added shows it', async () => {
  expect(await shownAfterChange(new RenewingQueryClient())).toEqual(['payslip.pdf', 'invoice.pdf'])
  // The reason for it. Where this fails, TanStack Query does so itself.
  expect(await shownAfterChange(new QueryClient())).toEqual(['payslip.pdf'])
})

test('where nothing is to be asked again, the answer on its way is still taken', async () => {
  expect(await shownAfterChange(new RenewingQueryClient(), 'none')).toEqual(['payslip.pdf'])
})
