import { constants, createPrivateKey, randomBytes, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSigned, newBlindKey } from '#platform/credentials/blind-key.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { type Ballot, forgeBallot, makeBallot } from '#dev/testing/ballots.ts'
import { buildCooperative, buildMember, dataOf, from, loginMember } from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

/** The hall's Wi-Fi, or a mobile network: many people behind one address. */
const hall = '203.0.113.40'
const cast = (body: Ballot) => app.call('POST', '/governance/ballots', { body, headers: from(hall) })

test('after 200 wrong ballots from the address of a hall each voter in it gets through, and only the wrong ones are refused sooner', async () => {
  const society = await buildCooperative(app)
  const tokens: string[] = []
  for (const firstName of ['Ada', 'Bola', 'Chidi'])
    tokens.push(await loginMember(app, await buildMember(app, society, { firstName })))
  const vote = dataOf(
    await app.call('POST', '/governance/votes', {
      token: society.token,
      body: {
        ...{ kind: 'resolution', wording: 'That the levy be raised.', isSecret: true },
        closesAt: new Date(Date.now() + 30 * 60_000).toISOString(),
      },
    }),
    201,
  )
  const ballotOf = (token: string) =>
    makeBallot(
      vote,
      [1],
      async (blinded) =>
        dataOf(
          await app.call('POST', `/governance/votes/${vote.id}/credential`, {
            ...{ token, body: { blinded }, headers: from(hall) },
          }),
          201,
        ).blindSignature,
    )
  const wrong: number[] = []
  for (let n = 0; n < 200; n += 1) wrong.push((await cast(forgeBallot(vote.id, [2]))).status)
  expect(new Set(wrong.slice(0, 60))).toEqual(new Set([403]))
  expect(new Set(wrong.slice(60))).toEqual(new Set([429]))
  for (const token of tokens) {
    const ballot = await ballotOf(token)
    expect((await cast(ballot)).status).toBe(201)
    // A right signature under another choice is a wrong ballot.
    expect((await cast({ ...ballot, choices: [2] })).status).toBe(429)
  }
  expect(dataOf(await app.call('GET', `/governance/votes/${vote.id}`, { token: society.token })).ballots).toBe(3)
})

test('a ballot’s signature is checked hundreds of times a second at the least, so that to check it first costs a hall nothing', async ({
  task,
}) => {
  const { publicKey, privateKey } = await newBlindKey()
  const message = randomBytes(90)
  const right = sign('sha384', message, {
    key: createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }),
    ...{ padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 },
  })
  const count = 1000
  const perSecond = async (signature: Buffer, isRight: boolean) => {
    const started = performance.now()
    for (let n = 0; n < count; n += 1) expect(await isSigned(publicKey, message, signature)).toBe(isRight)
    return Math.round((count / (performance.now() - started)) * 1000)
  }
  const rates = [await perSecond(right, true), await perSecond(randomBytes(256), false)]
  task.meta.figures = `${rates[0]} right and ${rates[1]} wrong signatures checked a second, one after the other`
  // Far below what any machine does, and far above the ballots that a hall sends.
  for (const rate of rates) expect(rate).toBeGreaterThan(200)
})
