import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kobo } from '#core/money.ts'
import { jsonReply, serveLocally } from '#platform/http/serve-locally.ts'
import { flutterwaveProvider } from './flutterwave.ts'
import { startFlutterwaveSimulator } from './flutterwave-simulator.ts'
import { monnifyProvider } from './monnify.ts'
import { startMonnifySimulator } from './monnify-simulator.ts'
import { koboOf, readNairaJson } from './naira-amounts.ts'
import type { PaymentProvider } from './payment-port.ts'
import type { NairaSimulator } from './serve-simulator.ts'

const monnifyKeys = {
  apiKey: 'MK_TEST_0123456789',
  secret: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
  contractCode: '1234567890',
}
const flutterwaveKeys = { key: 'FLWSECK_TEST-0123456789abcdef-X', secretHash: 'a secret hash of the dashboard' }

describe('amounts in naira', () => {
  test.each([
    ['{"amount":4500.50}', 450_050n],
    ['{"amount":4500.5}', 450_050n],
    ['{"amount":"4500.50"}', 450_050n],
    ['{"amount":4500}', 450_000n],
    ['{"amount":0.01}', 1n],
    ['{"amount":9999999999999.99}', 999_999_999_999_999n],
    // A floating-point number would be 4500.5 and 0.3 here.
    ['{"amount":4500.50000000000000001}', undefined],
    ['{"amount":0.30000000000000004}', undefined],
    ['{"amount":4500.505}', undefined],
    ['{"amount":4.5e3}', undefined],
    ['{"amount":-1}', undefined],
    ['{"amount":"1,000.00"}', undefined],
    ['{"amount":null}', undefined],
  ])('%s is %s kobo', (text, expected) => {
    expect(koboOf(readNairaJson(text), 'amount')).toBe(expected)
  })
})

describe('the signature of Monnify', () => {
  const offline = monnifyProvider({ url: () => 'http://127.0.0.1:9', ...monnifyKeys })

  test('is the one that openssl computed once over these bytes', () => {
    const body = '{"eventType":"SUCCESSFUL_TRANSACTION","eventData":{"paymentReference":"AJO-1","amountPaid":4500.50}}'
    // printf '%s' BODY | openssl dgst -sha512 -hmac 0123456789ABCDEFGHIJKLMNOPQRSTUV
    const signature =
      '58eb874c214bbc03b05da8366422bd234b9ee1e321466158c928f25946618620a022550903a4712835fceee3e36556262e7726a8beea60e67a4ee3e1eb13d14a'
    expect(offline.isSigned({ 'monnify-signature': signature }, Buffer.from(body))).toBe(true)
    const again = execFileSync('openssl', ['dgst', '-sha512', '-hmac', monnifyKeys.secret], { input: body }).toString()
    expect(again.trim().split(' ').at(-1)).toBe(signature)
    expect(offline.isSigned({ 'monnify-signature': signature }, Buffer.from(`${body} `))).toBe(false)
    for (const forged of [
      signature.slice(0, -2),
      `${signature}00`,
      '',
      'not hexadecimal',
      `${signature.slice(0, -1)}x`,
    ])
      expect(offline.isSigned({ 'monnify-signature': forged }, Buffer.from(body))).toBe(false)
    expect(offline.isSigned({}, Buffer.from(body))).toBe(false)
  })
})

test('the hash of Flutterwave is compared whole, and says nothing about the bytes', () => {
  const offline = flutterwaveProvider({ url: () => 'http://127.0.0.1:9', ...flutterwaveKeys })
  const { secretHash } = flutterwaveKeys
  expect(offline.isSigned({ 'verif-hash': secretHash }, Buffer.from('anything'))).toBe(true)
  for (const forged of [secretHash.slice(0, -1), `${secretHash} `, secretHash.toUpperCase(), ''])
    expect(offline.isSigned({ 'verif-hash': forged }, Buffer.from('anything'))).toBe(false)
  expect(offline.isSigned({}, Buffer.from('anything'))).toBe(false)
})

describe('the signature of Flutterwave', () => {
  const body = Buffer.from('{"type":"charge.completed","data":{"reference":"AJO-1","amount":4500.50}}')
  const { secretHash } = flutterwaveKeys
  const signed = flutterwaveProvider({
    url: () => 'http://127.0.0.1:9',
    ...flutterwaveKeys,
    signatureSecret: 'signature-secret-of-tests',
  })
  const signature = (secret: string) =>
    execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-binary'], { input: body }).toString('base64')

  test('is the one that openssl computes over these bytes', () => {
    const right = signature('signature-secret-of-tests')
    expect(signed.isSigned({ 'flutterwave-signature': right }, body)).toBe(true)
    expect(signed.isSigned({ 'flutterwave-signature': right }, Buffer.concat([body, Buffer.from(' ')]))).toBe(false)
    for (const forged of ['', right.slice(0, -1), right.toLowerCase(), signature('another secret')])
      expect(signed.isSigned({ 'flutterwave-signature': forged }, body)).toBe(false)
    expect(signed.read(body)).toEqual({ event: 'charge.success', reference: 'AJO-1' })
  })

  test('where it is set, the hash alone is not enough, and no hash mends a wrong signature', () => {
    expect(signed.isSigned({ 'verif-hash': secretHash }, body)).toBe(false)
    expect(signed.isSigned({}, body)).toBe(false)
    const offline = flutterwaveProvider({ url: () => 'http://127.0.0.1:9', ...flutterwaveKeys })
    expect(offline.isSigned({ 'flutterwave-signature': signature(secretHash) }, body)).toBe(true)
    expect(offline.isSigned({ 'flutterwave-signature': 'forged', 'verif-hash': secretHash }, body)).toBe(false)
  })
})

const providers = [
  {
    name: 'Monnify',
    start: () => startMonnifySimulator(monnifyKeys),
    open: (url: () => string): PaymentProvider => monnifyProvider({ url, ...monnifyKeys }),
    stranger: (url: () => string) => monnifyProvider({ url, ...monnifyKeys, secret: 'another' }),
    subaccount: 'MFY_SUB_319452883228',
  },
  {
    name: 'Flutterwave',
    start: () => startFlutterwaveSimulator(flutterwaveKeys),
    open: (url: () => string): PaymentProvider => flutterwaveProvider({ url, ...flutterwaveKeys }),
    stranger: (url: () => string) => flutterwaveProvider({ url, ...flutterwaveKeys, key: 'another' }),
    subaccount: 'RS_A8EB7D4D9C66C0B1C75014EE67D4D663',
  },
]

describe.each(providers)('$name', ({ name, start, open, stranger, subaccount }) => {
  let simulator: NairaSimulator
  beforeAll(async () => {
    simulator = await start()
  })
  afterAll(() => simulator.close())
  const provider = open(() => simulator.url)
  const checkout = (reference: string, amount = 1_500_050n) => ({
    reference,
    amount: kobo(amount),
    email: 'ada@example.com',
    subaccount,
    returnTo: 'http://127.0.0.1/back',
  })

  test('opens a checkout once, and says what became of it', async () => {
    expect(await provider.open(checkout('A-1'))).toEqual({ checkoutUrl: `${simulator.url}/checkout/A-1` })
    expect(await provider.open(checkout('A-1'))).toEqual({ referenceTaken: true })
    expect(await provider.verify('A-1')).toEqual({ outcome: 'open' })
    expect(await provider.verify('A-2')).toEqual({ outcome: 'open' })
    simulator.fail('A-1')
    expect(await provider.verify('A-1')).toEqual({ outcome: 'failed' })
    simulator.pay('A-1')
    expect(await provider.verify('A-1')).toEqual({
      outcome: 'paid',
      amount: 1_500_050n,
      currency: 'NGN',
      fees: simulator.fees(1_500_050n),
      channel: expect.any(String),
      paidAt: expect.any(Date),
      subaccount: null,
    })
    simulator.pay('A-1', { amount: 1n, currency: 'USD' })
    expect(await provider.verify('A-1')).toMatchObject({ outcome: 'paid', amount: 1n, currency: 'USD' })
  })

  test('reads its webhooks as an event and a reference', async () => {
    await provider.open(checkout('B-1'))
    simulator.pay('B-1')
    const { body, headers } = simulator.event('B-1')
    expect(provider.isSigned(headers, Buffer.from(body))).toBe(true)
    expect(provider.read(Buffer.from(body))).toEqual({ event: 'charge.success', reference: 'B-1' })
    expect(provider.read(Buffer.from(simulator.event('B-1', 'OTHER').body)).event).toBe('OTHER')
    expect(() => provider.read(Buffer.from('{'))).toThrow(name)
  })

  test('another key, and a provider that is down, are tried again', async () => {
    expect(await stranger(() => simulator.url).open(checkout('C-1'))).toEqual({
      retryBecause: expect.stringMatching(new RegExp(`^${name} refuses .*401`)),
    })
    simulator.isDown.now = true
    expect(await provider.verify('A-1')).toEqual({ retryBecause: `${name} can not be reached` })
    simulator.isDown.now = false
  })

  test('a member who bears the charge pays the least amount of which enough is left', () => {
    for (const amount of [1n, 99n, 100n, 99_999n, 250_000n, 9_800_000n, 13_133_333n, 99_999_999n]) {
      const gross = amount + provider.surchargeOf(kobo(amount))
      const left = (paid: bigint) => paid - simulator.fees(paid)
      expect(left(gross)).toBeGreaterThanOrEqual(amount)
      expect(left(gross - 1n)).toBeLessThan(amount)
    }
  })
})

describe('rows of which a figure can’t be read', () => {
  const flutterwaveRow = {
    ...{ id: 7, currency: 'NGN', status: 'completed', processed_date: '2026-03-02T08:00:00.000Z' },
    ...{ gross_amount: 5000, net_amount: 4930, app_fee: 70, merchant_fee: 0 },
  }
  const monnifyRow = {
    ...{ settlementReference: 'STL-7', settlementStatus: 'COMPLETED', settledOn: '2026-03-02T08:00:00.000Z' },
    ...{ amount: 5000, fee: 70, netAmount: 4930 },
  }
  const pageOf = (rows: object[]) => ({
    responseBody: { content: rows, totalPages: 1, accessToken: 'token', expiresIn: 3600 },
  })
  test.each<[string, object, string, object[]]>([
    ['flutterwave', flutterwaveRow, '7', [{ net_amount: '-5' }, { merchant_fee: '-5' }, { processed_date: 'soon' }]],
    [
      'monnify',
      monnifyRow,
      'STL-7',
      [{ netAmount: '-5' }, { fee: '-5' }, { settledOn: '+275760-09-13T00:00:00.000Z' }],
    ],
  ])('are apart from the others in the settlements of %s', async (name, row, id, changes) => {
    const rows = [
      row,
      ...changes.map((change) => ({ ...row, ...change })),
      { ...row, status: 'pending', settlementStatus: 'PENDING', ...changes[0] },
    ]
    const server = await serveLocally(0, async () => jsonReply(200, { data: rows, ...pageOf(rows) }))
    try {
      const url = () => server.url
      const provider =
        name === 'monnify' ? monnifyProvider({ url, ...monnifyKeys }) : flutterwaveProvider({ url, ...flutterwaveKeys })
      expect(await provider.settlementsSince?.('RS_1', new Date('2026-03-01T00:00:00Z'))).toEqual({
        settlements: [
          expect.objectContaining({ id, gross: 500_000n, fees: 7000n, net: 493_000n, settledOn: '2026-03-02' }),
        ],
        doubtful: [
          { id, doubt: 'amount' },
          { id, doubt: 'charge' },
          { id, doubt: 'date' },
        ],
      })
    } finally {
      await server.close()
    }
  })
})
