import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { kobo } from '#core/money.ts'
import { paystackPayouts } from './paystack-payouts.ts'
import { startPayoutSimulator } from './simulated-payouts.ts'

const key = 'sk_test_porttest0001'
const to = { bankCode: '058', accountNumber: '0123456760', accountName: 'Ada Obi' }
const reference = (n: number) => `ajp-${String(n).padStart(32, '0')}`

let simulator: Awaited<ReturnType<typeof startPayoutSimulator>>
const service = paystackPayouts({
  url: () => simulator.url,
  isSandbox: false,
  takesTestKeys: true,
  answerMilliseconds: 500,
})
const account = service.open(key)

beforeAll(async () => {
  simulator = await startPayoutSimulator()
})
beforeEach(() => {
  simulator.fault.now = 'none'
})
afterAll(() => simulator.close())

async function recipient(): Promise<string> {
  const found = await account.recipientOf(to)
  if (!('recipient' in found)) throw new Error('No recipient')
  return found.recipient
}
const order = async (n: number, amount = 12_345n) => ({
  reference: reference(n),
  amount: kobo(amount),
  recipient: await recipient(),
  reason: 'PB1-1 to Ada Obi',
})

describe('Paystack’s transfers', () => {
  test('go once under a reference, and are asked about by it', async () => {
    expect(await account.stateOf(reference(1))).toEqual({ state: 'unknown' })
    expect(await account.send(await order(1))).toEqual({ taken: true })
    expect(await account.stateOf(reference(1))).toEqual({ state: 'waits', forPassword: false })
    // The same reference is never a refusal: the first may have been paid.
    expect(await account.send(await order(1))).toHaveProperty('unsureBecause')
    simulator.settle(key, reference(1))
    expect(await account.stateOf(reference(1))).toEqual({ fee: 1000n, state: 'paid', amount: 12_345n, currency: 'NGN' })
    for (const [status, state] of [
      ['failed', 'failed'],
      ['reversed', 'failed'],
      ['blocked', 'unclear'],
      ['otp', 'waits'],
    ] as const) {
      simulator.settle(key, reference(1), status)
      expect(await account.stateOf(reference(1))).toMatchObject({ state })
    }
  })

  test('that are refused were not taken, and those without a clear answer may have been', async () => {
    simulator.account(key).balance = 10n
    expect(await account.send(await order(2))).toEqual({ refusedBecause: 'The balance at Paystack is too small.' })
    simulator.account(key).balance = 1_000_000n
    expect(await account.send({ ...(await order(2)), recipient: 'RCP_unknown' })).toEqual({
      refusedBecause: 'Paystack refused it (404).',
    })
    const wrong = service.open('sk_live_doesnotexist')
    expect(await wrong.send(await order(2))).toEqual({ refusedBecause: 'Paystack does not accept the secret key.' })
    const asked = await order(3)
    for (const fault of ['down', 'lost', 'silent', 'gateway'] as const) {
      simulator.fault.now = fault
      expect(await account.send(asked)).toHaveProperty('unsureBecause')
      expect(await account.stateOf(reference(3))).toHaveProperty('retryBecause')
    }
    simulator.fault.now = 'none'
    // The reply was lost and the money was not.
    expect(await account.stateOf(reference(3))).toMatchObject({ state: 'waits' })
    expect(simulator.account(key).balance).toBe(1_000_000n - 12_345n)
  })

  test('name the holder of an account, and the same account is one recipient', async () => {
    expect(await account.holderOf(to)).toEqual({ name: 'TEST ACCOUNT' })
    expect(await account.holderOf({ ...to, accountNumber: '0123456709' })).toEqual({ name: 'SOMEBODY ELSE' })
    expect(await account.holderOf({ ...to, accountNumber: '0123456706' })).toEqual({ unknown: true })
    expect(await service.open('sk_live_doesnotexist').holderOf(to)).toHaveProperty('retryBecause')
    expect(await recipient()).toBe(await recipient())
    expect(await account.recipientOf({ ...to, bankCode: '000' })).toEqual({
      refusedBecause: 'Paystack does not know this account number at this bank.',
    })
    const listed = await account.banks()
    expect('banks' in listed && listed.banks).toContainEqual({ name: 'OPay', code: '999992' })
  })

  test('sign what they deliver with the account’s key', async () => {
    await account.send(await order(4, 5n))
    const { body, signature } = simulator.event(key, reference(4), 'transfer.success')
    const bytes = Buffer.from(body)
    expect(service.isSigned(key, { 'x-paystack-signature': signature }, bytes)).toBe(true)
    expect(service.isSigned(`${key}0`, { 'x-paystack-signature': signature }, bytes)).toBe(false)
    expect(service.isSigned(key, { 'x-paystack-signature': signature }, Buffer.from(`${body} `))).toBe(false)
    expect(service.isSigned(key, {}, bytes)).toBe(false)
    expect(service.read(bytes)).toEqual({ event: 'transfer.success', reference: reference(4) })
  })
})
