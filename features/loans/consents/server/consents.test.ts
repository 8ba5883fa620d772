import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptConsent } from '#features/loans/consents/consent-pages.ts'
import type { CooperativeId, MemberId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { sweep } from '#platform/jobs/sweep.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  from,
  loginMember,
  newKey,
  newPhone,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { hintsDuring } from '#dev/testing/hints-during.ts'

const path = '/financial/loans'
const noOwnPhone =
  'The register has no phone number that is this guarantor’s alone. Add their own number, or use the signed paper form, which a second officer confirms.'
const form = {
  name: 'signed.pdf',
  content: new TextEncoder().encode('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n'),
}

let app: TestApp
let cooperative: TestCooperative
let [ada, musa, ngozi]: TestMember[] = []
let adaToken: string
let loanId: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
/** Ada applies for ₦100,000, for which Musa and Ngozi pledge ₦50,000 each; neither of them has a login. */
beforeEach(async () => {
  cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
  const people: TestMember[] = []
  for (const firstName of ['Ada', 'Musa', 'Ngozi']) {
    const person = await buildMember(app, cooperative, { firstName })
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: person.id,
        amount: 60_000,
        occurredOn: '2026-05-01',
      }),
      201,
    )
    people.push(person)
  }
  ;[ada, musa, ngozi] = people
  adaToken = await loginMember(app, people[0]!)
  const { id: loanConfigId } = dataOf(await ask('GET', '/financial/loan-config'))
  loanId = dataOf(
    await ask(
      'POST',
      path,
      { loanConfigId, principal: 100_000, instalments: 10, purpose: 'Roof', guarantors: [musa?.id, ngozi?.id] },
      adaToken,
    ),
    201,
  ).id
})

const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
  app.call(method, url, { token, ...(body !== undefined && { body }) })
const of = (who: TestMember | undefined, what: string) => `${path}/${loanId}/guarantors/${who?.id}/${what}`
const send = (who = musa, token = cooperative.token) => ask('POST', of(who, 'consent-link'), undefined, token)
const tokenIn = (text: string) => /\/consent#([A-Za-z0-9_-]{43})$/.exec(text)?.[1] ?? ''
const sentTo = async (phone: string | undefined) =>
  (await app.outbox()).filter(({ to }) => to === phone).map(({ text }) => text)
/** A link that was just sent, by its token. */
const linked = async (who = musa) => tokenIn(dataOf(await send(who), 201).share.url)
const open = (token: string) => app.call('POST', '/consents/open', { body: { token } })
const askCode = (token: string) => app.call('POST', '/consents/code', { body: { token } })
const lastCode = async (who = musa) => /\b\d{6}\b/.exec((await sentTo(who?.phone)).at(-1) ?? '')?.[0] ?? ''
const code = async (token: string, who = musa) => {
  dataOf(await askCode(token))
  return lastCode(who)
}
const answer = (token: string, given: string, what: 'accept' | 'decline' = 'accept', key?: string) =>
  app.call('POST', `/consents/${what}`, { body: { token, code: given }, ...(key !== undefined && { key }) })
const other = (given: string) => String((Number(given) + 1) % 1_000_000).padStart(6, '0')
const guarantor = async (who = musa, token = cooperative.token) =>
  dataOf(await ask('GET', `${path}/${loanId}`, undefined, token)).guarantors.find(
    ({ memberId }: { memberId: string }) => memberId === who?.id,
  )
const pledged = async (who = musa) =>
  dataOf(await ask('GET', `/financial/members/${who?.id}/accounts`)).find(
    ({ name }: { name: string }) => name === 'Ordinary savings',
  ).pledged
const withdraw = async (amount: number) =>
  dataOf(await ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: musa?.id, amount }), 201)
const earlier = (what: string, interval: string) =>
  app.admin.query(
    `update app.consent_link set ${what
      .split(', ')
      .map((column) => `${column} = ${column} - interval '${interval}'`)
      .join(', ')} where loan_id = $1`,
    [loanId],
  )

async function pdfText(url: string, token: string): Promise<string> {
  const response = await fetch(`${app.url}${url}`, { headers: { authorization: `Bearer ${token}` } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const document = await getDocument({ data: new Uint8Array(await response.arrayBuffer()), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => (await document.getPage(index + 1)).getTextContent()),
  )
  return pages
    .flatMap(({ items }) => items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')))
    .join('')
    .replaceAll(/\s+/g, ' ')
}

describe('a consent link', () => {
  test('goes to no phone that another member has too, and no code does: the borrower could answer for their spouse', async () => {
    const before = await linked()
    await buildMember(app, cooperative, { firstName: 'Spouse', phone: musa?.phone, sharesPhone: true })
    const sent = (await sentTo(musa?.phone)).length
    for (const reply of [await send(), await askCode(before)])
      expect(reply.body).toMatchObject({ status: 409, message: noOwnPhone })
    expect(await sentTo(musa?.phone)).toHaveLength(sent)
    expect(dataOf(await open(before))).toMatchObject({ phoneEnd: '' })
    expect(await guarantor()).toMatchObject({ status: 'asked' })
  })

  test('goes to the phone in the register, shows the terms, and is answered once with the code from that phone', async () => {
    const sent = dataOf(await send(), 201)
    const token = tokenIn(sent.share.url)
    expect(sent).toMatchObject({
      phoneEnd: musa?.phone.slice(-4),
      share: { phone: musa?.phone, url: `${app.url}/consent#${token}` },
    })
    expect((Date.parse(sent.expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 2)
    expect((await sentTo(musa?.phone)).at(-1)).toMatch(
      /^Unity Thrift: Ada Obi asks you to guarantee ₦100,000\.00\. By \d\d \w{3} \d{4}: http[^ ]+$/,
    )
    expect((await sentTo(musa?.phone)).at(-1)).toContain(sent.share.url)
    expect(sent.share.text).toMatch(
      /^Ada Obi asks you to guarantee a Regular loan of ₦100,000.00 at Unity Thrift\. Read the terms and answer by \d\d \w{3} \d{4}: http/,
    )
    const {
      rows: [stored],
    } = await app.admin.query('select * from app.consent_link where loan_id = $1', [loanId])
    expect(JSON.stringify(stored)).not.toContain(token)

    for (let look = 0; look < 2; look += 1) {
      const terms = dataOf(await open(token))
      expect(terms).toMatchObject({
        society: 'Unity Thrift',
        guarantor: 'Musa Obi',
        borrower: 'Ada Obi',
        membershipno: ada?.membershipno,
        loan: 'Regular',
        principal: 100_000,
        instalments: '10 monthly instalments',
        amount: 50_000,
        phoneEnd: musa?.phone.slice(-4),
      })
      expect(terms.sentences[0]).toBe(
        '₦50,000.00 of your savings can’t be withdrawn until the loan is repaid. The amount becomes smaller as Ada Obi repays.',
      )
      expect(JSON.stringify(terms)).not.toContain(musa?.phone)
    }
    expect((await answer(token, '000000')).body.message).toBe('This code no longer works. Ask for a new one.')
    const given = await code(token)
    expect((await sentTo(musa?.phone)).at(-1)).toContain('Share it with no one, not even an officer.')
    expect(await pledged()).toBe(0)
    expect(dataOf(await answer(token, `${given.slice(0, 3)} ${given.slice(3)}`))).toEqual({
      borrower: 'Ada Obi',
      held: 50_000,
    })

    expect(await pledged()).toBe(50_000)
    for (const reader of [cooperative.token, adaToken])
      expect(await guarantor(musa, reader)).toMatchObject({
        status: 'accepted',
        answeredWay: 'link',
        confirmedBy: null,
        held: 50_000,
      })
    for (const reply of [
      await open(token),
      await askCode(token),
      await answer(token, given),
      await answer(token, given, 'decline'),
    ])
      expect(reply.body).toMatchObject({
        status: 410,
        message: 'This link has been used: you accepted. Nothing was changed.',
      })
    const { data } = (await ask('GET', '/cooperatives/audit-events?group=loans')).body
    expect(data[0]).toMatchObject({
      by: 'Musa Obi',
      role: 'member',
      says: 'Agreed to guarantee a loan by consent link',
      memberName: 'Musa Obi',
      parameters: `how: by consent link, code to •••• ${musa?.phone.slice(-4)}`,
    })
    expect(await app.checks()).toEqual([])
  })

  test('is declined with the code as well, and the borrower is told', async () => {
    const token = await linked()
    dataOf(await answer(token, await code(token), 'decline'))
    expect(await guarantor()).toMatchObject({ status: 'declined', answeredWay: 'link', amount: 50_000, held: 0 })
    expect((await open(token)).body.message).toBe('This link has been used: you declined. Nothing was changed.')
    expect((await ask('GET', '/notifications', undefined, adaToken)).body.data[0].message).toBe(
      'Musa Obi does not guarantee your Regular loan of ₦100,000.00. Name somebody else.',
    )
    expect(await app.checks()).toEqual([])
  })

  test('its answer is followed on the pages of officers and of the guarantor', async () => {
    const token = await linked()
    const given = await code(token)
    expect(await hintsDuring(() => answer(token, given))).toContainEqual({
      topics: acceptConsent.changes,
      cooperativeId: cooperative.id,
      officers: true,
      members: [musa?.id],
    })
  })

  test('without its whole token opens nothing, and ends by a newer one, after seven days and when the loan asks no more', async () => {
    const first = await linked()
    expect((await open('x'.repeat(43))).body).toMatchObject({
      status: 404,
      message: 'This link isn’t valid. Check that the whole address was copied, or ask your society for a new link.',
    })
    expect((await open(first.slice(1))).body.errors).toEqual([
      { field: 'token', message: 'Open the whole address of the link' },
    ])
    const second = await linked()
    for (const reply of [await open(first), await askCode(first), await answer(first, '123456')])
      expect(reply.body).toMatchObject({ status: 410, message: 'A newer link was made for you. Open that one.' })
    dataOf(await open(second))
    const given = await code(second)
    await earlier('made_at, expires_at', '7 days 1 minute')
    for (const reply of [await open(second), await askCode(second), await answer(second, given)])
      expect(reply.body).toMatchObject({
        status: 410,
        message: 'This link has expired. Ask your society for a new one.',
      })
    const third = await linked()
    dataOf(await ask('POST', `${path}/${loanId}/reject`, { reason: 'Not now' }))
    for (const reply of [await open(third), await askCode(third), await send()])
      expect(reply.body).toMatchObject({
        status: 409,
        message: 'This loan asks for no guarantor any more. Nothing was changed.',
      })
    expect(await guarantor()).toMatchObject({ status: 'asked' })
  })

  // ASVS V6.5.5
  test('its code takes five tries, ten minutes, and goes out at most once a minute and five times', async () => {
    const token = await linked()
    const given = await code(token)
    expect((await askCode(token)).body).toMatchObject({
      status: 429,
      message: expect.stringMatching(
        /^A code was sent a moment ago\. Wait \d+ seconds before you ask for another one\.$/,
      ),
    })
    for (const left of [4, 3, 2])
      expect((await answer(token, other(given))).body).toMatchObject({
        status: 422,
        errors: [{ field: 'code', message: `This code is wrong. You can try ${left} times more.` }],
      })
    expect((await answer(token, other(given))).body.errors[0].message).toBe(
      'This code is wrong. You can try once more.',
    )
    expect((await answer(token, other(given))).body.errors[0].message).toBe(
      'This code no longer works. Ask for a new one.',
    )
    expect((await answer(token, given)).body.errors[0].message).toBe('This code no longer works. Ask for a new one.')
    await earlier('code_sent_at', '61 seconds')
    const second = await code(token)
    await earlier('code_sent_at', '10 minutes 1 second')
    expect((await answer(token, second)).body.errors[0].message).toBe('This code no longer works. Ask for a new one.')
    for (let sent = 2; sent < 5; sent += 1) {
      await earlier('code_sent_at', '61 seconds')
      await code(token)
    }
    await earlier('code_sent_at', '61 seconds')
    expect((await askCode(token)).body).toMatchObject({
      status: 429,
      message: 'No more codes can be made with this link. Ask your society for a new link.',
    })
    for (const wrong of ['12345', '1234567', 'abcdef', ''])
      expect((await answer(token, wrong)).body.errors).toEqual([
        { field: 'code', message: 'Enter the 6 digits of the code from the SMS' },
      ])
    dataOf(await answer(token, await lastCode()))
  })

  test('is sent three times a day for a guarantee, and codes ten times a day to a phone', async () => {
    for (let sent = 0; sent < 2; sent += 1) await linked()
    const third = await linked()
    expect((await send()).body).toMatchObject({
      status: 429,
      message:
        '3 consent links were made for this guarantee in the last 24 hours. Make another one tomorrow, or use the signed paper form.',
    })
    for (let sent = 0; sent < 10; sent += 1) {
      await app.admin.query('update app.consent_link set code_sent_at = null, codes_sent = 0 where loan_id = $1', [
        loanId,
      ])
      dataOf(await askCode(third))
    }
    await app.admin.query('update app.consent_link set code_sent_at = null, codes_sent = 0 where loan_id = $1', [
      loanId,
    ])
    expect((await askCode(third)).body).toMatchObject({
      status: 429,
      message:
        'Too many codes were sent to this phone in the last 24 hours. Try again tomorrow, or ask your society for the paper form.',
    })
    expect((await sentTo(musa?.phone)).filter((text) => text.includes('is your code'))).toHaveLength(10)
  })

  test('opens, sends codes and is sent from one network only so often, and from another one still', async () => {
    const token = await linked()
    const many = async (
      method: (address: string) => Promise<{ status: number; body: { message: string } }>,
      address: string,
    ) => {
      for (let turn = 0; turn < 60; turn += 1) await method(address)
      expect((await method(address)).body.message).toMatch(/^Too many /)
    }
    const opening = (address: string) =>
      app.call('POST', '/consents/open', { body: { token: 'x'.repeat(43) }, headers: from(address) })
    await many(opening, '203.0.113.71')
    expect(
      (await app.call('POST', '/consents/accept', { body: { token, code: '123456' }, headers: from('203.0.113.71') }))
        .status,
    ).toBe(429)
    expect((await opening('203.0.113.72')).status).toBe(404)
    await many(
      (address) => app.call('POST', '/consents/code', { body: { token: 'x'.repeat(43) }, headers: from(address) }),
      '203.0.113.73',
    )
    const sending = (address: string) =>
      app.call('POST', of(musa, 'consent-link'), { token: adaToken, headers: from(address) })
    await many(sending, '203.0.113.74')
    expect((await sending('203.0.113.75')).body.message).toContain('3 consent links were made')
    dataOf(await open(await linked(ngozi)))
  })

  test('its code goes to the phone that the register has then, and an officer or the borrower has none', async () => {
    const token = await linked()
    const before = musa?.phone
    const moved = newPhone()
    await app.admin.query('update app.member set phone = $2 where member_id = $1', [musa?.id, moved])
    expect(dataOf(await askCode(token))).toEqual({ phoneEnd: moved.slice(-4) })
    expect((await sentTo(before)).filter((text) => text.includes('is your code'))).toEqual([])
    expect((await sentTo(moved)).at(-1)).toMatch(/^Ajose: \d{6} is your code/)
    for (const reader of [cooperative.token, adaToken]) {
      expect(
        (await app.call('POST', '/consents/accept', { token: reader, body: { token, code: '123456' } })).status,
      ).toBe(422)
      expect((await ask('POST', of(musa, 'accept'), undefined, reader)).status).toBe(reader === adaToken ? 404 : 403)
    }
    await app.admin.query("update app.member set phone = '' where member_id = $1", [musa?.id])
    for (const reply of [await send(), await askCode(token)])
      expect(reply.body).toMatchObject({ status: 409, message: noOwnPhone })
  })

  test('the borrower sends one for the own application without seeing it; other members and other societies send none', async () => {
    expect(dataOf(await send(musa, adaToken), 201)).toMatchObject({ phoneEnd: musa?.phone.slice(-4), share: null })
    dataOf(await open(tokenIn((await sentTo(musa?.phone)).at(-1) ?? '')))
    const musaToken = await loginMember(app, musa!)
    const stranger = await buildCooperative(app)
    for (const token of [musaToken, stranger.token]) expect((await send(ngozi, token)).status).toBe(404)
    dataOf(await ask('POST', of(musa, 'accept'), undefined, musaToken))
    expect((await send()).body).toMatchObject({
      status: 409,
      message: 'This has been answered already: accepted. Nothing was changed.',
    })
    expect(await guarantor()).toMatchObject({ answeredWay: 'app' })
  })

  // Remedy: guarantee_above_free
  test('is refused for what the app refuses, tells it only to who has the code, and stays open for another try', async () => {
    await withdraw(20_000)
    const token = await linked()
    expect(JSON.stringify(dataOf(await open(token)))).not.toContain('40,000')
    const given = await code(token)
    expect((await answer(token, given)).body).toMatchObject({
      status: 409,
      message:
        'This guarantee pledges ₦50,000.00, and only ₦40,000.00 of your savings is available. Save more first, or decline.',
    })
    expect(await pledged()).toBe(0)
    dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId: musa?.id, amount: 10_000 }), 201)
    dataOf(await answer(token, given))
    expect(await pledged()).toBe(50_000)
    expect(await app.checks()).toEqual([])
  })

  test('two answers at once count once, and the same one sent again gets the same reply', async () => {
    const token = await linked()
    const given = await code(token)
    expect(
      statusesOf(await Promise.all([answer(token, given), answer(token, given), answer(token, given, 'decline')])),
    ).toEqual([200, 410, 410])
    const [{ count }] = (
      await app.admin.query('select count(*)::int from app.pledge where subject_id = $1 and member_id = $2', [
        loanId,
        musa?.id,
      ])
    ).rows
    expect(count).toBe((await guarantor()).status === 'accepted' ? 1 : 0)
    const second = await linked(ngozi)
    const [key, theirs] = [newKey(), await code(second, ngozi)]
    dataOf(await answer(second, theirs, 'accept', key))
    expect((await answer(second, theirs, 'accept', key)).headers.get('idempotent-replayed')).toBe('true')
    expect((await answer(second, other(theirs), 'accept', key)).status).toBe(410)
    expect(await app.checks()).toEqual([])
  })

  test('a guarantor who was replaced and asked again does not answer by the earlier link', async () => {
    const token = await linked()
    const [tola] = [await buildMember(app, cooperative, { firstName: 'Tola' })]
    for (const [memberId, replaces] of [
      [tola.id, musa?.id],
      [musa?.id, tola.id],
    ])
      dataOf(await ask('POST', `${path}/${loanId}/guarantors`, { memberId, replaces }), 201)
    expect((await askCode(token)).body.message).toBe('A newer link was made for you. Open that one.')
    expect(await guarantor()).toMatchObject({ status: 'asked', linkSentAt: null })
  })

  test('a suspended society’s link does not open, and row security shows a guarantor their own guarantee alone', async () => {
    const token = await linked()
    await linked(ngozi)
    const scope = {
      cooperativeId: cooperative.id as CooperativeId,
      role: 'member' as const,
      memberId: musa?.id as MemberId,
    }
    const own = await app.services.database.tenant(scope, (tx) =>
      tx.many<{ memberId: string }>(
        sql`select member_id from app.consent_link union all select ${musa?.id ?? ''}::uuid from app.guarantees_of(${ngozi?.id ?? ''})`,
      ),
    )
    expect(own).toEqual([{ memberId: musa?.id }])
    const asOfficer = app.services.database.tenant({ ...scope, role: 'coop_admin', memberId: undefined }, (tx) =>
      tx.run(
        sql`update app.loan_guarantor set status = 'accepted', amount = 0, answered_at = now(), answered_way = 'link' where member_id = ${musa?.id ?? ''}`,
      ),
    )
    await expect(asOfficer).rejects.toThrow(/row-level security/)
    const asOfficerToo = app.services.database.tenant({ ...scope, role: 'coop_admin', memberId: undefined }, (tx) =>
      tx.run(sql`update app.consent_link set code_hash = '\\x00', tries_left = 5 where loan_id = ${loanId}`),
    )
    await expect(asOfficerToo).rejects.toThrow(/row-level security/)
    dataOf(
      await app.call('PUT', `/cooperatives/update/${cooperative.id}`, {
        token: await app.superAdminToken(),
        body: { status: 'suspended', reason: 'As the test wants it.' },
      }),
    )
    expect((await open(token)).status).toBe(403)
  })

  test('what was not used is swept a month after its end, and what was used stays', async () => {
    const token = await linked()
    dataOf(await answer(token, await code(token)))
    await linked(ngozi)
    await app.admin.query("update app.loan_guarantor set asked_at = asked_at - interval '41 days' where loan_id = $1", [
      loanId,
    ])
    await earlier('made_at, expires_at', '40 days')
    await sweep(app.services.database)
    expect((await app.admin.query('select member_id from app.consent_link where loan_id = $1', [loanId])).rows).toEqual(
      [{ member_id: musa?.id }],
    )
  })
})

describe('a form signed on paper', () => {
  const addForm = (who = musa, token = cooperative.token) => app.call('POST', of(who, 'paper'), { token, file: form })
  const confirm = (token: string, who = musa) => ask('POST', of(who, 'paper/confirm'), undefined, token)

  test('is printed with the terms for officers and the borrower', async () => {
    for (const token of [cooperative.token, adaToken]) {
      const text = await pdfText(of(musa, 'form'), token)
      for (const words of [
        'Unity Thrift',
        'Ada Obi',
        'Musa Obi',
        'Regular',
        '₦100,000.00',
        'One hundred thousand naira',
        '10 monthly instalments',
        '₦50,000.00 of your savings can’t be withdrawn',
        'Witness',
        'Guarantor',
      ])
        expect(text).toContain(words)
    }
    const stranger = await buildCooperative(app)
    expect((await ask('GET', of(musa, 'form'), undefined, stranger.token)).status).toBe(404)
  })

  // Remedy: guarantee_paper_alone
  test('is refused where no other officer could confirm it', async () => {
    const sentence =
      'A second officer has to confirm a signed paper form. Give a second officer access first, or send a consent link to the guarantor’s own phone.'
    expect((await addForm()).body).toMatchObject({ status: 409, message: sentence })
    // The guarantor is an officer too, and does not count.
    const musaToken = await loginMember(app, musa!)
    dataOf(await ask('PUT', `/cooperatives/members/${musa?.id}/roles`, { roleIds: ['member', 'admin'] }))
    expect((await addForm()).body.message).toBe(sentence)
    expect((await addForm(musa, musaToken)).status).toBe(403)
    expect(dataOf(await ask('GET', `${path}/${loanId}/documents`)).documents).toEqual([])
    dataOf(await open(await linked()))
    const { accessToken: musaOfficer } = dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, musaToken),
    )
    const second = await buildOfficer(app, cooperative, { firstName: 'Second' }, musaOfficer)
    expect(dataOf(await addForm(), 201)).toMatchObject({ fileName: 'signed.pdf' })
    dataOf(await confirm(second.token))
  })

  // Remedy: guarantee_paper_missing
  test('is confirmed by another officer than the one who added it, neither borrower nor guarantor, and pledges then', async () => {
    const second = await buildOfficer(app, cooperative, { firstName: 'Second' })
    const third = await buildOfficer(app, cooperative, { firstName: 'Third' }, second.token)
    expect((await confirm(second.token)).body).toMatchObject({
      status: 409,
      message: 'No signed form of this guarantor is waiting. Add a photo or PDF of it first.',
    })
    expect((await app.call('POST', of(musa, 'paper'), { token: second.token, body: {} })).status).toBe(422)
    const added = dataOf(await addForm(musa, second.token), 201)
    expect(added).toMatchObject({ fileName: 'signed.pdf', addedBy: 'Second Officer' })
    expect((await guarantor(musa, second.token)).paper).toMatchObject({
      documentId: added.documentId,
      addedBy: 'Second Officer',
      confirmable: false,
    })
    expect((await guarantor(musa, third.token)).paper).toMatchObject({ confirmable: true })
    expect((await guarantor(musa, adaToken)).paper).toBe(null)
    expect((await confirm(second.token)).body).toMatchObject({
      status: 409,
      message: 'You added this signed form yourself, so another officer has to confirm it.',
    })
    expect((await ask('DELETE', `${path}/${loanId}/documents/${added.documentId}`)).body).toMatchObject({
      status: 409,
      message: 'This is the signed form of a guarantor, so it can’t be removed.',
    })

    // Guarantor and borrower become officers too.
    const parties: string[] = []
    for (const [person, own] of [
      [musa, await loginMember(app, musa!)],
      [ada, adaToken],
    ] as const) {
      dataOf(
        await agreed(
          app,
          await ask('PUT', `/cooperatives/members/${person?.id}/roles`, { roleIds: ['member', 'admin'] }),
          second.token,
        ),
      )
      parties.push(
        dataOf(await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, own))
          .accessToken,
      )
    }
    for (const token of parties)
      expect((await confirm(token)).body).toMatchObject({
        status: 409,
        message:
          'You are the borrower or the guarantor of this loan, so another officer has to confirm the signed form.',
      })
    expect(await pledged()).toBe(0)

    expect(statusesOf(await Promise.all([confirm(third.token), confirm(third.token)]))).toEqual([200, 409])
    expect(await guarantor()).toMatchObject({
      status: 'accepted',
      answeredWay: 'paper',
      confirmedBy: 'Third Officer',
      held: 50_000,
      paper: null,
    })
    expect(await pledged()).toBe(50_000)
    expect((await sentTo(musa?.phone)).at(-1)).toBe(
      'Ajose: Unity Thrift: you signed as guarantor of Ada Obi, Regular loan of ₦100,000.00. ₦50,000.00 is pledged. Not you? Call at once.',
    )
    expect((await ask('GET', '/cooperatives/audit-events?group=loans')).body.data[0]).toMatchObject({
      by: 'Third Officer',
      says: "Confirmed a guarantor's signed form",
    })
    expect((await ask('DELETE', `${path}/${loanId}/documents/${added.documentId}`)).status).toBe(409)
    expect(await app.checks()).toEqual([])
  })

  test('waits among the approvals, for another officer who is neither borrower nor guarantor', async () => {
    const second = await buildOfficer(app, cooperative, { firstName: 'Second' })
    const waiting = async (token: string, query = '') =>
      (await ask('GET', `/financial/approvals?kind=guarantee_paper${query}`, undefined, token)).body
    dataOf(await addForm(musa, second.token), 201)
    dataOf(await addForm(ngozi), 201)
    const { data, meta } = await waiting(cooperative.token, '&sort=askedAt')
    const row = {
      kind: 'guarantee_paper',
      loanId,
      transactionId: null,
      account: 'Regular',
      amount: 50_000,
      description: 'Loan of Ada Obi',
      needs: 'loan.decide',
      guarantors: null,
    }
    expect(data).toMatchObject([
      {
        ...row,
        memberId: musa?.id,
        memberName: 'Musa Obi',
        askedBy: 'Second Officer',
        approvals: { asked: 1, given: [], open: true },
      },
      {
        ...row,
        memberId: ngozi?.id,
        memberName: 'Ngozi Obi',
        askedBy: 'Unity Thrift',
        approvals: { asked: 1, given: [], open: false },
      },
    ])
    // The loan itself waits for its guarantors.
    expect(meta.summary).toEqual({ mine: 1 })
    expect((await waiting(second.token, '&mine=true')).data).toMatchObject([{ memberId: ngozi?.id }])
    dataOf(
      await agreed(
        app,
        await ask('PUT', `/cooperatives/members/${ada?.id}/roles`, { roleIds: ['member', 'admin'] }),
        second.token,
      ),
    )
    const { accessToken: borrower } = dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, adaToken),
    )
    expect((await waiting(borrower, '&mine=true')).data).toEqual([])

    dataOf(await confirm(cooperative.token))
    dataOf(await ask('POST', of(ngozi, 'paper/decline'), { reason: 'No signature' }, second.token))
    expect((await waiting(cooperative.token)).data).toEqual([])
    dataOf(await addForm(ngozi), 201)
    expect((await waiting(second.token)).data).toHaveLength(1)
    dataOf(await ask('POST', `${path}/${loanId}/reject`, { reason: 'Not now' }))
    expect((await waiting(second.token)).data).toEqual([])
  })

  test('is named on the agreement beside an answer by link, each with how it was given', async () => {
    const second = await buildOfficer(app, cooperative, { firstName: 'Second' })
    const token = await linked()
    dataOf(await answer(token, await code(token)))
    dataOf(await addForm(ngozi), 201)
    dataOf(await confirm(second.token, ngozi))
    dataOf(await ask('POST', `${path}/${loanId}/approve`, undefined, second.token))
    const text = await pdfText(`${path}/${loanId}/agreement`, cooperative.token)
    expect(text).toMatch(/Musa Obi, [^.]*\.00 [^.]*\. Accepted by consent link, with a code sent to their phone, on/)
    expect(text).toMatch(/Ngozi Obi, [^.]*\.00 [^.]*\. Accepted on paper, confirmed by Second Officer, on/)
    expect(await app.checks()).toEqual([])
  })

  test('is declined with a reason and added again; a newer one takes the place of one that waits', async () => {
    const second = await buildOfficer(app, cooperative, { firstName: 'Second' })
    const first = dataOf(await addForm(), 201)
    expect((await ask('POST', of(musa, 'paper/decline'), { reason: ' ' }, second.token)).body.errors).toEqual([
      { field: 'reason', message: 'Give the reason' },
    ])
    dataOf(await ask('POST', of(musa, 'paper/decline'), { reason: 'The amount is missing' }, second.token))
    expect(await guarantor()).toMatchObject({ status: 'asked', paper: null })
    dataOf(await ask('DELETE', `${path}/${loanId}/documents/${first.documentId}`))
    dataOf(await addForm(musa, second.token), 201)
    const newest = dataOf(await addForm(), 201)
    expect((await guarantor(musa, second.token)).paper.documentId).toBe(newest.documentId)
    dataOf(await confirm(second.token))
    expect(await app.checks()).toEqual([])
  })

  // Remedy: guarantor_above_free
  test('is refused in an officer’s words for what the app refuses, when it is added and when it is confirmed', async () => {
    const second = await buildOfficer(app, cooperative, { firstName: 'Second' })
    const sentence =
      'This guarantee needs ₦50,000.00, and only ₦40,000.00 of the guarantor’s savings is available. Ask the guarantor to save more first, or name another guarantor.'
    dataOf(await addForm(), 201)
    // It waits for approval, and counts as taken out already.
    await withdraw(20_000)
    expect((await confirm(second.token)).body).toMatchObject({ status: 409, message: sentence })
    expect((await addForm()).body).toMatchObject({ status: 409, message: sentence })
    expect(await guarantor()).toMatchObject({
      status: 'asked',
      paper: expect.objectContaining({ fileName: 'signed.pdf' }),
    })
    expect(await pledged()).toBe(0)
    const deposit = { type: 'deposit', memberId: musa?.id, amount: 10_000, anotherPayment: true }
    dataOf(await ask('POST', '/financial/transactions', deposit), 201)
    dataOf(await addForm(), 201)
    dataOf(await confirm(second.token))
    expect(await pledged()).toBe(50_000)
  })
})
