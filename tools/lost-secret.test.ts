import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealMessageText } from '#platform/credentials/message-text.ts'
import { paystackPayouts } from '#platform/payments/paystack-payouts.ts'
import { startPayoutSimulator } from '#platform/payments/simulated-payouts.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { makeBallot, makeTokens } from '#dev/testing/ballots.ts'
import { buildCooperative, buildMember, dataOf, loginMember, type TestCooperative } from '#dev/testing/builders.ts'
import { testSecret } from '#dev/testing/secret.ts'
import { forgetSecret } from './lost-secret.ts'

let simulator: Awaited<ReturnType<typeof startPayoutSimulator>>
let app: TestApp
let society: TestCooperative
let member: string
let memberId: string

beforeAll(async () => {
  simulator = await startPayoutSimulator()
  const payouts = paystackPayouts({ url: () => simulator.url, isSandbox: true, takesTestKeys: true })
  app = await startTestApp(undefined, { payouts })
  society = await buildCooperative(app)
  const ada = await buildMember(app, society, { firstName: 'Ada' })
  memberId = ada.id
  member = await loginMember(app, ada)
})
afterAll(async () => {
  await app.stop()
  await simulator.close()
})

const ask = (method: string, path: string, body?: unknown, token = society.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const hook = () => ask('POST', '/cooperatives/webhooks', { url: 'http://127.0.0.1:9/hook', kinds: ['deposit.posted'] })
const deposit = () =>
  ask('POST', '/financial/transactions', { type: 'deposit', memberId, amount: 500, anotherPayment: true })
const vote = async () =>
  dataOf(
    await ask('POST', '/governance/votes', {
      ...{ kind: 'choice', wording: 'Who audits the books?', options: ['Musa & Co', 'Ojo & Co'], isSecret: true },
      closesAt: new Date(Date.now() + 30 * 60_000).toISOString(),
    }),
    201,
  )
const castBy = ({ id, publicKey }: { id: string; publicKey: string }) =>
  makeBallot({ id, publicKey }, [1], async (blinded) => {
    const reply = await ask('POST', `/governance/votes/${id}/credential`, { blinded }, member)
    return dataOf(reply, 201).blindSignature
  })
const tokens = () =>
  makeTokens(async (blinded) =>
    dataOf(await ask('POST', '/governance/enquiry-tokens', { ...(blinded && { blinded }) }, member), 201),
  )
const send = async (token: object | undefined) =>
  app.call('POST', '/governance/enquiries-without-name', {
    body: {
      pass: (await ask('GET', '/governance/enquiries', undefined, member)).body.meta.summary.pass,
      ...{ token, kind: 'complaint', subject: 'Receipts', text: 'Mine came late.' },
    },
  })
const failedMessage = async (isWaiting: boolean) => {
  const id = randomUUID()
  await app.admin.query(
    `insert into platform.message (message_id, cooperative_id, kind, member_id, channel, recipient, body, sealed_text, gave_up_at)
     values ($1, $2, 'notice', $3, 'sms', '+2348031234567', '', $4, $5)`,
    [
      id,
      society.id,
      memberId,
      sealMessageText(testSecret, id, 'The meeting is on Friday.'),
      isWaiting ? null : new Date(),
    ],
  )
  return id
}

test('what a lost secret sealed ends by name, officers read what to set up again, and nothing of it answers with an error of the server', async () => {
  dataOf(await ask('POST', '/financial/payout-keys', { secretKey: 'sk_test_lost0000001234' }), 201)
  dataOf(await hook(), 201)
  const open = await vote()
  const [old] = await tokens()
  const failed = await failedMessage(false)

  expect(await forgetSecret(app.adminUrl)).toEqual([
    '1 open secret vote',
    '1 payout key',
    '1 webhook',
    '1 key of messages without a name',
    '1 message to send again',
  ])
  Object.assign(app.services, { secret: Buffer.alloc(32, 9) })

  const told = dataOf(await ask('GET', '/notifications?limit=100'))
    .filter(({ message }: { message: string }) => message.includes('secret was replaced'))
    .map(({ message, link }: { message: string; link: string }) => [message.split(',')[0], link])
  expect(told).toHaveLength(3)
  expect(told).toEqual(
    expect.arrayContaining([
      ['The Paystack key ending 1234 has ended', '/coop/financial-operations/setup?tab=banks'],
      ['The webhook to 127.0.0.1:9 has ended', '/coop/settings?tab=integrations'],
      ['The secret vote “Who audits the books?” can’t take more ballots', `/coop/governance/votes/${open.id}`],
    ]),
  )

  // The key is entered again, by this society and not held by its lost hash; the webhook is added again.
  dataOf(await ask('GET', '/financial/payout-settings'))
  dataOf(await ask('POST', '/financial/payout-keys', { secretKey: 'sk_test_lost0000001234' }), 201)
  expect(dataOf(await ask('GET', '/cooperatives/webhooks'))).toEqual([])
  dataOf(await deposit(), 201)
  dataOf(await hook(), 201)
  dataOf(await deposit(), 201)
  // The vote says what it is, and is cancelled and opened again.
  const credential = await ask('POST', `/governance/votes/${open.id}/credential`, { blinded: 'A'.repeat(342) }, member)
  expect([credential.status, credential.body.message]).toEqual([409, expect.stringContaining('cancel')])
  dataOf(await ask('POST', `/governance/votes/${open.id}/cancel`, { reason: 'The key was lost' }))
  dataOf(await app.call('POST', '/governance/ballots', { body: await castBy(await vote()) }), 201)
  // The old token is refused, and a new one of the same month is good.
  expect((await send(old)).status).toBe(403)
  dataOf(await send((await tokens())[0]), 201)
  // The message says that it can't be sent again, and one that waited is tried no more.
  expect((await ask('POST', `/messages/${failed}/send-again`)).status).toBe(409)
  await app.settled()
  const { rows } = await app.admin.query(
    "select name, state, output from job.job where state in ('retry', 'failed') and name <> 'webhooks'",
  )
  expect(rows).toEqual([])
  expect(await app.checks()).toEqual([])
})

test('a message that waits to be sent again under the lost secret is given up with the reason', async () => {
  Object.assign(app.services, { secret: testSecret })
  await app.runner.stop()
  const waiting = await failedMessage(true)
  await forgetSecret(app.adminUrl)
  const { rows } = await app.admin.query(
    'select sealed_text, gave_up_at is not null as given_up, failure from platform.message where message_id = $1',
    [waiting],
  )
  expect(rows).toEqual([{ sealed_text: null, given_up: true, failure: 'The text can’t be read any more' }])
})
