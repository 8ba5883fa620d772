import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { koboFromNaira, moneyText, zeroKobo } from '#core/money.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const png = {
  name: 'logo.png',
  content: Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
    (c) => c.charCodeAt(0),
  ),
}

async function textOf(pdf: ArrayBuffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => (await document.getPage(index + 1)).getTextContent()),
  )
  // Letters of one line come in pieces; a sentence goes on where its line ends.
  return pages
    .flatMap(({ items }) => items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')))
    .join('')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
}

describe('the agreement of a loan', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let [ada, musa, ngozi]: TestMember[] = []
  const tokens = new Map<string, string>()
  let regular: string
  let loanId: string

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Ìfẹ́ Thrift' })
    const people: TestMember[] = []
    for (const firstName of ['Ada', 'Musa', 'Ngozi']) {
      const person = await buildMember(app, cooperative, { firstName })
      tokens.set(person.id, await loginMember(app, person))
      dataOf(
        await ask('POST', '/financial/transactions', {
          type: 'deposit',
          memberId: person.id,
          amount: 200_000,
          occurredOn: '2026-01-10',
        }),
        201,
      )
      people.push(person)
    }
    ;[ada, musa, ngozi] = people
    dataOf(
      await ask('PUT', '/cooperatives/profile', { registrationNumber: 'LSCS 20417', address: '4 Broad Street, Lagos' }),
    )
    dataOf(await app.call('POST', '/cooperatives/logo', { token: cooperative.token, file: png }))
    regular = dataOf(await ask('GET', '/financial/loan-config')).id
    dataOf(await ask('PUT', `/financial/loan-config/${regular}`, { ownCoverPercent: 25 }))
    loanId = dataOf(
      await ask(
        'POST',
        '/financial/loans',
        {
          loanConfigId: regular,
          principal: 120_500.5,
          instalments: 12,
          purpose: 'School fees',
          collateral: 'Generator',
          guarantors: [musa?.id, ngozi?.id],
        },
        own(ada),
      ),
      201,
    ).id
  })
  afterAll(() => app.stop())

  const own = (member: TestMember | undefined) => tokens.get(member?.id ?? '') ?? ''
  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const agreement = async (token = cooperative.token) => {
    const response = await fetch(`${app.url}/financial/loans/${loanId}/agreement`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(response.headers.get('content-disposition')).toContain('loan-agreement-')
    return textOf(await response.arrayBuffer())
  }

  test('there is none before the loan is approved', async () => {
    expect((await ask('GET', `/financial/loans/${loanId}/agreement`)).body).toMatchObject({
      status: 409,
      message: 'There is an agreement once a loan is approved, and this one is waiting.',
    })
  })

  test('names the parties, the money in figures and words, the terms, what is pledged and who decided where', async () => {
    for (const who of [musa, ngozi])
      dataOf(await ask('POST', `/financial/loans/${loanId}/guarantors/${who?.id}/accept`, undefined, own(who)))
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
    const meeting = dataOf(
      await ask('POST', '/governance/meetings', {
        kind: 'committee',
        title: 'Loans committee',
        date: today,
        time: '10:00',
        place: 'Hall',
      }),
      201,
    )
    dataOf(await ask('POST', `/financial/loans/${loanId}/approve`, { meetingId: meeting.id, minute: 'LC/26/7' }))
    const text = await agreement()
    for (const words of [
      'Ìfẹ́ Thrift',
      'Registration number LSCS 20417',
      '4 Broad Street, Lagos',
      'Agreement on a Regular loan',
      `Number ${ada?.membershipno}/L1.`,
      `Ada Obi, membership number ${ada?.membershipno}`,
      '₦120,500.50',
      'One hundred and twenty thousand, five hundred naira and fifty kobo',
      'School fees',
      '12 monthly instalments',
      'Interest is 12 % a year',
      'reducing balance, equal instalments',
      '(nominal yearly rate)',
      'No fee is charged.',
      'As it runs if all is paid out on',
      'Left after it',
      "₦30,125.13 of the borrower's own savings",
      'Collateral',
      'Generator',
      `Musa Obi, membership number ${musa?.membershipno}, answers with ₦60,250.25`,
      `Ngozi Obi, membership number ${ngozi?.membershipno}, answers with ₦60,250.25`,
      'logged in as themselves, on',
      'Approved',
      'Loans committee of',
      'minute LC/26/7 (named by Ìfẹ́ Thrift)',
      'Borrower. Signature and date',
      'Guarantor. Signature and date',
      'President',
      'Page 1 of',
    ])
      expect(text).toContain(words.normalize('NFC'))
  })

  test('once paid out its schedule is the real one, and stays so when money comes back', async () => {
    dataOf(
      await ask('POST', `/financial/loans/${loanId}/disburse`, {
        to: 'cash',
        on: '2026-02-01',
        firstDueOn: '2026-03-05',
      }),
      201,
    )
    const { schedule } = dataOf(await ask('GET', `/financial/loans/${loanId}`))
    const text = await agreement()
    expect(text).toContain('₦120,500.50 was paid out, the first of it on 01 Feb 2026.')
    expect(text).toContain('The first is due on 05 Mar 2026, the last on 05 Feb 2027.')
    for (const { total, principal } of schedule)
      for (const amount of [total, principal])
        expect(text).toContain(moneyText(koboFromNaira(amount) ?? zeroKobo).slice(1))
    dataOf(await ask('POST', `/financial/loans/${loanId}/repayments`, { amount: 50_000, on: '2026-02-20' }), 201)
    expect((await agreement()).replace(/Printed on [^.]+/, '')).toBe(text.replace(/Printed on [^.]+/, ''))
  })

  // ASVS V8.2.3
  test('the borrower has it whole, and a guarantor their own guarantee with nothing of the borrower’s savings', async () => {
    expect(await agreement(own(ada))).toContain('Ngozi Obi')
    const copy = await agreement(own(musa))
    for (const words of ['Copy for a guarantor', 'Musa Obi', '1 other guarantor', '₦120,500.50'])
      expect(copy).toContain(words)
    for (const words of ['Ngozi', 'own savings']) expect(copy).not.toContain(words)
  })

  test('is missing to everybody else, also to who was only asked or has been replaced', async () => {
    const tola = await buildMember(app, cooperative, { firstName: 'Tola' })
    const token = await loginMember(app, tola)
    expect((await ask('GET', `/financial/loans/${loanId}/agreement`, undefined, token)).status).toBe(404)
    dataOf(await ask('POST', `/financial/loans/${loanId}/guarantors`, { memberId: tola.id, replaces: ngozi?.id }), 201)
    expect((await ask('GET', `/financial/loans/${loanId}/agreement`, undefined, token)).status).toBe(404)
    dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId: tola.id, amount: 200_000 }), 201)
    dataOf(await ask('POST', `/financial/loans/${loanId}/guarantors/${tola.id}/accept`, undefined, token))
    expect((await ask('GET', `/financial/loans/${loanId}/agreement`, undefined, own(ngozi))).status).toBe(404)
    expect(await agreement(token)).toContain('Tola Obi')
    const stranger = await buildCooperative(app)
    expect((await ask('GET', `/financial/loans/${loanId}/agreement`, undefined, stranger.token)).status).toBe(404)
  })
})
