import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutWebhook } from '#platform/payments/payout-webhook.ts'
import { paystackPayouts } from '#platform/payments/paystack-payouts.ts'
import { startPayoutSimulator } from '#platform/payments/simulated-payouts.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { agreed, dataOf } from '#dev/testing/builders.ts'
import { buildPayees, withdrawByBank } from '#dev/testing/payees.ts'

const path = '/financial/payment-batches'

let simulator: Awaited<ReturnType<typeof startPayoutSimulator>>
let app: TestApp
beforeAll(async () => {
  simulator = await startPayoutSimulator()
  const payouts = paystackPayouts({
    url: () => simulator.url,
    isSandbox: true,
    takesTestKeys: true,
    answerMilliseconds: 1500,
  })
  app = await startTestApp(undefined, { payouts, webhooks: [payoutWebhook(payouts)] })
})
afterAll(async () => {
  await app.stop()
  await simulator.close()
})

/** A society that can send, and a batch of one payment that two officers approved. */
async function buildBatch(key: string) {
  const { cooperative, bankId, members, second } = await buildPayees(app, (place) => `803123456${place}`)
  const ask = (url: string, body: object = {}, token = cooperative.token) => app.call('POST', url, { token, body })
  const { proposed } = dataOf(await ask('/financial/payout-keys', { secretKey: key }), 201)
  dataOf(await agreed(app, await ask(`/financial/payout-keys/${proposed.id}/use`), second.token))
  const { entryId } = await withdrawByBank(app, cooperative, second.token, {
    memberId: members[0]!.id,
    amount: 5000,
    paidThrough: bankId,
  })
  const { id } = dataOf(await ask(path, { accountId: bankId, entryIds: [entryId] }), 201)
  dataOf(await agreed(app, await ask(`${path}/${id}/approve`, { accountsChecked: true }), second.token))
  return {
    download: (token?: string) => ask(`${path}/${id}/file`, { format: 'csv' }, token),
    // What the attacker says of the file is believed no more than anything else that they say.
    send: (token?: string) => ask(`${path}/${id}/send`, { fileUnused: true }, token),
    approve: (reply: Awaited<ReturnType<typeof ask>>) => agreed(app, reply, second.token),
    secondToken: second.token,
    paid: async () => {
      await app.settled()
      return Number(1_000_000_000n - simulator.account(key).balance) / 100
    },
  }
}

// ASVS V2.3.1
test('an officer who took the bank’s file of a batch does not have Paystack pay it too, whatever they say of the file', async () => {
  const { download, send, approve, paid } = await buildBatch('sk_test_filefirst0001')
  expect((await download()).text).toContain('5000.00')
  const reply = await send()
  expect([reply.status, (await approve(reply)).status]).toEqual([409, 409])
  expect(await paid()).toBe(0)
})

test('a file that is taken while the sending waits for the other officer stops the sending', async () => {
  const { download, send, approve, paid } = await buildBatch('sk_test_filemeanwhile1')
  const waits = await send()
  expect(waits.status).toBe(202)
  expect((await download()).status).toBe(200)
  expect((await approve(waits)).status).toBe(409)
  expect(await paid()).toBe(0)
})

test('of a file and a sending at one moment, one is refused', async () => {
  const { download, send, approve, secondToken, paid } = await buildBatch('sk_test_fileatonce001')
  const waits = await send()
  const replies = await Promise.all([approve(waits), ...Array.from({ length: 4 }, () => download(secondToken))])
  const [sent, ...files] = replies.map(({ status }) => status)
  expect(sent === 200 && files.includes(200)).toBe(false)
  expect(await paid()).toBe(sent === 200 ? 5000 : 0)
})
