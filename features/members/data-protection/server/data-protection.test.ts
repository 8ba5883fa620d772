import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applicationPurpose } from '#features/members/applications/rules/membership-application.ts'
import { erasureRefusals, noticeVersion } from '#core/privacy-notice.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newPhone,
  proveLogin,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const png = {
  name: 'zaynab-payslip.png',
  content: Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
    (c) => c.charCodeAt(0),
  ),
}

/** What only this person's records hold. */
const person = {
  firstName: 'Zaynabcanary',
  lastName: "O'Qwxyz(1)",
  email: 'zaynab.canary@example.org',
  address: '17 Canary Close, Ibadan',
  dateOfBirth: '1951-08-17',
  nextOfKinFirstName: 'Kincanary',
  nextOfKinLastName: 'Vbnm',
  nextOfKinPhone: '+2348030009911',
  nextOfKinEmail: 'kin.canary@example.org',
  nextOfKinAddress: '18 Canary Close',
  nomineeFirstName: 'Heircanary',
  nomineeLastName: 'Asdf',
  nomineePhone: '+2348030009922',
  nomineeEmail: 'heir.canary@example.org',
  nomineeAddress: '19 Canary Close',
}
const fullName = `${person.firstName} ${person.lastName}`

async function textOf(pdf: ArrayBuffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => (await document.getPage(index + 1)).getTextContent()),
  )
  return pages
    .flatMap(({ items }) => items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')))
    .join('')
    .replaceAll(/\s+/g, ' ')
}

describe('a member’s data', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let zaynab: TestMember
  let musa: TestMember
  let token: string
  let musaToken: string
  let settled: { loanId: string; linkUrl: string }

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Birdsong Thrift' })
    // She applied on the society's page first and was declined, then the office registered her.
    const phone = newPhone()
    dataOf(await ask('PUT', '/cooperatives/join-page', { isOpen: true }))
    const {
      nomineeFirstName: _,
      nomineeLastName: _1,
      nomineePhone: _2,
      nomineeEmail: _3,
      nomineeAddress: _4,
      nextOfKinEmail: _5,
      nextOfKinAddress: _6,
      ...applicant
    } = person
    dataOf(
      await app.call('POST', `/join-pages/${cooperative.coopId}/applications`, {
        body: {
          ...applicant,
          phone,
          monthlyContributions: 1000,
          consentVersion: applicationPurpose.version,
          note: 'Canary shop',
        },
      }),
      201,
    )
    const [application] = dataOf(await ask('GET', '/membership-applications'))
    dataOf(await ask('POST', `/membership-applications/${application.id}/decline`, { reason: 'Come to the office' }))
    const record = { title: 'Canary chief', occupation: 'Canary keeper', formerNumber: 'CANARY/44' }
    zaynab = await buildMember(app, cooperative, { ...person, ...record, phone })
    musa = await buildMember(app, cooperative, { firstName: 'Musa' })
    const body = {
      identifier: zaynab.phone,
      code: zaynab.activationCode,
      password: 'member-password',
      confirmPassword: 'member-password',
    }
    dataOf(await app.call('POST', '/auth/reset-password', { body: { ...body, noticeVersion } }))
    await proveLogin(app, zaynab.id)
    token = dataOf(
      await app.call('POST', '/member-auth/login', {
        body: { phoneNumber: zaynab.phone, password: 'member-password' },
      }),
    ).accessToken
    musaToken = await loginMember(app, musa)
  })
  afterAll(() => app.stop())

  const ask = (method: string, path: string, body?: unknown, as = cooperative.token) =>
    app.call(method, path, { token: as, ...(body !== undefined && { body }) })

  test('is agreed to when the first password is set, and the version is kept with its time', async () => {
    const body = {
      identifier: musa.phone,
      code: '12345678',
      password: 'member-password',
      confirmPassword: 'member-password',
      noticeVersion: '1999-01',
    }
    expect((await app.call('POST', '/auth/reset-password', { body })).body.errors[0].field).toBe('noticeVersion')
    expect(dataOf(await ask('GET', '/member-portal/consents', undefined, token))).toEqual([
      { version: noticeVersion, givenAt: expect.any(String) },
    ])
    expect(dataOf(await ask('GET', '/member-portal/consents', undefined, musaToken))).toEqual([])
    dataOf(await ask('POST', '/member-portal/consents', { version: noticeVersion }, musaToken), 201)
    expect(dataOf(await ask('GET', '/member-portal/consents', undefined, musaToken))).toHaveLength(1)
    expect((await ask('POST', '/member-portal/consents', { version: '1999-01' }, musaToken)).status).toBe(422)
  })

  test('comes whole in a file: person, money, papers, sessions and what was done about them', async () => {
    await livedAsMember()
    const response = await fetch(`${app.url}/member-portal/my-data?format=json`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; .*my-data-/)
    // oxlint-disable-next-line typescript/no-explicit-any -- the test reads the fields it expects
    const data = (await response.json()) as any
    expect(data.records.member[0]).toMatchObject({ first_name: person.firstName, address: person.address })
    expect(data.records.nominee).toMatchObject([{ phone: person.nomineePhone, share_basis_points: 10_000 }])
    for (const table of [
      'consent',
      'contribution_plan',
      'loan',
      'loan_document',
      'loan_guarantor',
      'notification',
      'member_request',
      'statement_link',
      'transaction',
      'transaction_proof',
    ])
      expect(Object.keys(data.records)).toContain(table)
    expect(data.statement.accounts[0].lines).toMatchObject([
      { in: 200_000, balance: 200_000, description: `Paid in by ${fullName} at the market` },
    ])
    expect(data.sessions[0]).toMatchObject({ role: 'member', since: expect.any(String), device: expect.any(String) })
    expect(data.auditTrail.map(({ action }: { action: string }) => action)).toContain('POST /financial/transactions')
    const everything = JSON.stringify(data)
    for (const words of [musa.phone, musa.membershipno, musa.id])
      expect(everything.replaceAll(`"replaces":"${musa.id}"`, '')).not.toContain(words)
    expect(everything).not.toMatch(/password_hash|token_hash|search_text/)
    const pdf = await fetch(`${app.url}/member-portal/my-data?format=pdf`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await textOf(await pdf.arrayBuffer())
    for (const words of [
      'What is stored about you',
      person.address,
      person.nomineeEmail,
      'Brought forward',
      'Sessions',
      'Audit trail',
    ])
      expect(text).toContain(words)
    expect((await ask('GET', '/member-portal/my-data')).status).toBe(403)
  })

  /** Leaves the name in every place that keeps one: papers, vouchers, notices, files, minutes. */
  async function livedAsMember() {
    const transfer = (
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: zaynab.id,
        amount: 200_000,
        occurredOn: '2026-01-10',
        description: `Paid in by ${fullName} at the market`,
      })
    ).body.data
    expect(transfer.id).toBeDefined()
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: musa.id,
        amount: 200_000,
        occurredOn: '2026-01-10',
        description: `Brought by ${fullName.toUpperCase()}`,
      }),
      201,
    )
    const regular = dataOf(await ask('GET', '/financial/loan-config')).id
    dataOf(await ask('PUT', `/financial/loan-config/${regular}`, { guarantorsRequired: 1 }))
    // Her own loan, with a paper, and one that she guarantees; both are paid back.
    const own = dataOf(
      await ask(
        'POST',
        '/financial/loans',
        {
          loanConfigId: regular,
          principal: 60_000,
          instalments: 6,
          purpose: 'Canary shop',
          collateral: 'Canary freezer',
          guarantors: [musa.id],
        },
        token,
      ),
      201,
    )
    dataOf(await app.call('POST', `/financial/loans/${own.id}/documents`, { token, file: png }), 201)
    dataOf(await ask('POST', `/financial/loans/${own.id}/guarantors/${musa.id}/accept`, undefined, musaToken))
    const other = dataOf(
      await ask(
        'POST',
        '/financial/loans',
        { loanConfigId: regular, principal: 60_000, instalments: 6, guarantors: [zaynab.id] },
        musaToken,
      ),
      201,
    )
    dataOf(await ask('POST', `/financial/loans/${other.id}/guarantors/${zaynab.id}/accept`, undefined, token))
    for (const id of [own.id, other.id]) {
      dataOf(await ask('POST', `/financial/loans/${id}/approve`, {}))
      dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { to: 'cash', on: '2026-02-01' }), 201)
    }
    dataOf(await app.call('POST', `/financial/members/${zaynab.id}/photo`, { token: cooperative.token, file: png }))
    dataOf(
      await app.call('POST', `/financial/members/${zaynab.id}/documents`, {
        token: cooperative.token,
        file: { ...png, name: `${fullName}.png` },
      }),
      201,
    )
    // What she asked for from her phone, declined and approved, and the proof of a payment that was rejected.
    const asked = dataOf(
      await ask(
        'POST',
        '/member-portal/requests',
        { profile: { address: 'Canary close 9', nextOfKinFirstName: 'Canarykin' }, note: 'Canary note' },
        token,
      ),
      201,
    )
    dataOf(await ask('POST', `/member-requests/${asked.id}/decline`, { reason: 'Bring the canary paper' }))
    const heirs = dataOf(
      await ask(
        'POST',
        '/member-portal/requests',
        { nominees: [{ firstName: 'Kincanary', lastName: 'Vbnm', phone: person.nextOfKinPhone, sharePercent: 100 }] },
        token,
      ),
      201,
    )
    dataOf(await ask('POST', `/member-requests/${heirs.id}/decline`, { reason: 'Come to the office' }))
    const paid = dataOf(await ask('POST', '/financial/transactions/deposits', { amount: 5 }, token), 201)
    dataOf(
      await app.call('POST', `/financial/transactions/${paid.id}/proof`, {
        token,
        file: { ...png, name: `${fullName}.png` },
      }),
      201,
    )
    dataOf(await ask('POST', `/financial/transactions/${paid.id}/reject`, { reason: 'Not on the bank account' }))
    const link = dataOf(
      await ask('POST', '/member-portal/statement-links', { from: '2026-01-01', to: '2026-03-31', days: 90 }, token),
      201,
    )
    settled = { loanId: own.id, linkUrl: link.url }
    const wrong = dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: musa.id,
        amount: 7,
        occurredOn: '2026-03-01',
      }),
      201,
    )
    dataOf(await ask('POST', `/financial/transactions/${wrong.id}/reverse`, { reason: `It was ${fullName} who paid` }))
    // Mentions in texts of the society.
    const filing = { kind: 'other', name: `Letter about ${fullName}`, dueOn: '2026-03-01', remindDays: 0 }
    const { id: filingId } = dataOf(await ask('POST', '/governance/filings', filing), 201)
    dataOf(await ask('POST', `/governance/filings/${filingId}/done`, { on: '2026-03-01', reference: fullName }))
    dataOf(
      await ask('POST', '/notifications', { message: `${fullName} won the raffle, call ${zaynab.phone}`, to: 'all' }),
      201,
    )
    const csv = `First name,Last name,Phone,Address\n${person.firstName},${person.lastName},0${zaynab.phone.slice(4)},${person.address}\nNew,Person,${newPhone()},Elsewhere\n`
    const file = await app.call('POST', '/cooperatives/members/imports', {
      token: cooperative.token,
      file: { name: 'register.csv', content: new TextEncoder().encode(csv) },
    })
    expect(file.status).toBeLessThan(300)
    const employer = dataOf(await ask('POST', '/financial/employers', { name: 'Ministry of Birds', code: 'MOB' }), 201)
    dataOf(
      await ask('PUT', `/financial/members/${zaynab.id}/employer`, {
        employerId: employer.id,
        staffNumber: 'STAFFCANARY1',
      }),
    )
  }

  test('is not erased while there is money, a loan or a pledge; each is named in a sentence', async () => {
    expect(
      (await ask('POST', '/member-portal/erasure-requests', { reason: 'x'.repeat(501) }, token)).body.errors[0].field,
    ).toBe('reason')
    dataOf(await ask('POST', '/member-portal/erasure-requests', { reason: `I, ${fullName}, move away` }, token), 201)
    expect((await ask('POST', '/member-portal/erasure-requests', {}, token)).status).toBe(409)
    const [waiting] = dataOf(await ask('GET', `/members/erasure-requests?status=pending&memberId=${zaynab.id}`))
    expect(waiting).toMatchObject({ memberName: fullName, status: 'pending' })
    expect(waiting.obstacles).toEqual([
      expect.stringContaining('still has ₦'),
      expect.stringContaining('a loan that is approved or runs'),
      expect.stringContaining('guarantor of a loan that runs'),
    ])
    expect((await ask('POST', `/members/erasure-requests/${waiting.id}/decide`, { decision: 'erase' })).status).toBe(
      409,
    )
    expect(
      (await ask('POST', `/members/erasure-requests/${waiting.id}/decide`, { decision: 'refuse' })).body.errors[0]
        .field,
    ).toBe('reason')
    dataOf(
      await ask('POST', `/members/erasure-requests/${waiting.id}/decide`, {
        decision: 'refuse',
        reason: erasureRefusals[1],
      }),
    )
    expect((await ask('POST', `/members/erasure-requests/${waiting.id}/decide`, { decision: 'erase' })).status).toBe(
      409,
    )
    expect(dataOf(await ask('GET', '/member-portal/erasure-requests', undefined, token))).toMatchObject([
      { status: 'refused', decidedReason: erasureRefusals[1] },
    ])
    expect(dataOf(await ask('GET', '/notifications', undefined, token))[0].message).toContain(erasureRefusals[1])
  })

  // ASVS V14.2.4
  test('is erased everywhere but in what the law keeps, and the books stay as they were', async () => {
    const regularLoans = dataOf(await ask('GET', '/financial/loans?status=active&limit=100'))
    for (const { id } of regularLoans) dataOf(await ask('POST', `/financial/loans/${id}/mark-paid`, {}))
    // Adopted minutes are the society's record of its meeting (decision 16).
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
    const meeting = dataOf(
      await ask('POST', '/governance/meetings', {
        kind: 'general',
        title: 'General meeting',
        date: today,
        time: '00:01',
        place: 'Hall',
      }),
      201,
    )
    dataOf(
      await ask('PUT', `/governance/meetings/${meeting.id}/minutes`, {
        minutes: `${fullName} asked about the raffle.`,
      }),
    )
    dataOf(await ask('POST', `/governance/meetings/${meeting.id}/adopt`, {}))
    const [account] = dataOf(await ask('GET', `/financial/members/${zaynab.id}/accounts`))
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'withdrawal',
        memberId: zaynab.id,
        amount: account.balance,
        description: `All paid out to ${fullName}`,
      }),
      201,
    )
    const before = await books()

    const { id } = dataOf(
      await ask('POST', '/member-portal/erasure-requests', { reason: `I, ${fullName}, move away` }, token),
      201,
    )
    expect(dataOf(await ask('GET', '/members/erasure-requests?status=pending'))[0].obstacles).toEqual([])
    // Seals the audit trail while it names her, so that the seals have to hold without the name.
    expect(await app.checks()).toEqual([])
    dataOf(await ask('POST', `/members/erasure-requests/${id}/decide`, { decision: 'erase' }))
    const { rows: erased } = await app.admin.query(
      'select distinct field from audit.erased where cooperative_id = $1',
      [cooperative.id],
    )
    expect(erased).toContainEqual({ field: 'actor_name' })

    expect(await books()).toEqual(before)
    expect(await app.checks()).toEqual([])
    expect(await findings()).toEqual([`app.meeting.minutes: ${fullName} asked about the raffle.`])
    // No one finds or opens her any more, and her vouchers carry the pseudonym.
    const number = zaynab.membershipno.slice(-5)
    expect(dataOf(await ask('GET', '/members/search?q=zaynab'))).toEqual([])
    expect(dataOf(await ask('GET', `/members/search?q=${zaynab.phone.slice(-8)}`))).toEqual([])
    expect((await ask('GET', '/member-portal/profile', undefined, token)).status).toBe(401)
    expect(
      (
        await app.call('POST', '/member-auth/login', {
          body: { phoneNumber: zaynab.phone, password: 'member-password' },
        })
      ).status,
    ).toBe(401)
    const gone = await fetch(settled.linkUrl)
    expect([gone.status, (await gone.text()).includes('anary')]).toEqual([410, false])
    const movements = dataOf(await ask('GET', `/financial/transactions?memberId=${zaynab.id}&limit=100`))
    expect(new Set(movements.map(({ memberName }: { memberName: string }) => memberName))).toEqual(
      new Set([`Former member ${number}`]),
    )
    expect(movements.map(({ description }: { description: string }) => description)).toContain(
      `All paid out to Former member ${number}`,
    )
    expect(dataOf(await ask('GET', `/financial/loans/${settled.loanId}`)).memberName).toBe(`Former member ${number}`)
    const { rows } = await app.admin.query(
      'select actor_name, role from audit.event where action = $1 and subject_id = $2',
      ['POST /members/erasure-requests/:requestId/decide', id],
    )
    expect(rows).toEqual([{ actor_name: 'Birdsong Thrift', role: 'coop_admin' }])
    // The phone is free for somebody new.
    await buildMember(app, cooperative, { firstName: 'Next', phone: zaynab.phone })
  })

  test('a namesake keeps her name', async () => {
    const [one, other] = [
      await buildMember(app, cooperative, { firstName: 'Amina', lastName: 'Bello' }),
      await buildMember(app, cooperative, { firstName: 'Amina', lastName: 'Bello' }),
    ]
    dataOf(
      await ask('POST', '/financial/contributions', {
        memberId: other.id,
        amount: 100,
        description: 'From Amina Bello',
      }),
      201,
    )
    const oneToken = await loginMember(app, one)
    const { id } = dataOf(await ask('POST', '/member-portal/erasure-requests', {}, oneToken), 201)
    dataOf(await ask('POST', `/members/erasure-requests/${id}/decide`, { decision: 'erase' }))
    expect(dataOf(await ask('GET', `/financial/transactions?memberId=${other.id}`))[0]).toMatchObject({
      memberName: 'Amina Bello',
      description: 'From Amina Bello',
    })
    expect(dataOf(await ask('GET', '/members/search?q=amina'))).toHaveLength(1)
  })

  test('who shared a phone is erased with the second number, and the other of the couple keeps phone, login and what names it', async () => {
    const [phone, otherPhone] = [newPhone(), newPhone()]
    const halima = await buildMember(app, cooperative, { firstName: 'Halima', lastName: 'Stays', phone })
    const garba = await buildMember(app, cooperative, {
      firstName: 'Garba',
      lastName: 'Goesaway',
      phone,
      sharesPhone: true,
      otherPhone,
    })
    dataOf(
      await ask('POST', '/notifications', {
        message: `Call ${phone} or ${otherPhone} about the raffle`,
        to: [halima.id],
      }),
      201,
    )
    // Messages that wait to be sent; what was sent has no text any more.
    await app.admin.query(
      `insert into platform.message (message_id, cooperative_id, channel, recipient, body, next_attempt_at)
       select gen_random_uuid(), $1, 'sms', $2, name || ', your loan is due.', now() + interval '1 day' from unnest($3::text[]) name`,
      [cooperative.id, phone, ['Halima Stays', 'Garba Goesaway']],
    )
    const password = 'yellow-lorry-97'
    for (const [identifier, code] of [
      [phone, halima.activationCode],
      [garba.membershipno, garba.activationCode],
    ] as const)
      dataOf(
        await app.call('POST', '/auth/reset-password', {
          body: { identifier, code, password, confirmPassword: password },
        }),
      )
    await proveLogin(app, garba.id)
    const { accessToken } = dataOf(
      await app.call('POST', '/member-auth/login', { body: { phoneNumber: garba.membershipno, password } }),
    )
    const { id } = dataOf(await ask('POST', '/member-portal/erasure-requests', {}, accessToken), 201)
    dataOf(await ask('POST', `/members/erasure-requests/${id}/decide`, { decision: 'erase' }))
    const { rows } = await app.admin.query(
      'select phone, other_phone, shares_phone from app.member where member_id = $1',
      [garba.id],
    )
    expect(rows).toEqual([{ phone: '', other_phone: null, shares_phone: false }])
    const { rows: words } = await app.admin.query(
      'select message from app.notification where member_id = $1 and message like $2',
      [halima.id, 'Call %'],
    )
    expect(words).toEqual([{ message: `Call ${phone} or … about the raffle` }])
    const { rows: left } = await app.admin.query(
      "select body from platform.message where recipient = $1 and body <> ''",
      [phone],
    )
    expect(left).toEqual([{ body: 'Halima Stays, your loan is due.' }])
    expect(
      (await app.call('POST', '/member-auth/login', { body: { phoneNumber: garba.membershipno, password } })).status,
    ).toBe(401)
    expect(
      dataOf(await app.call('POST', '/member-auth/login', { body: { phoneNumber: phone, password } })).member.id,
    ).toBe(halima.id)
    expect(await app.checks()).toEqual([])
  })

  describe('of one who has left', () => {
    /** Settled and gone; paid out at once, or owed. */
    async function formerMember(lastName: string, isPaid: boolean): Promise<TestMember> {
      const member = await buildMember(app, cooperative, { firstName: 'Letterwriter', lastName })
      dataOf(
        await ask('POST', '/financial/transactions', {
          type: 'deposit',
          memberId: member.id,
          amount: 900,
          occurredOn: '2026-02-01',
        }),
        201,
      )
      const { leaving } = dataOf(
        await ask('POST', `/cooperatives/members/${member.id}/leaving`, { reason: 'expulsion' }),
        201,
      )
      const { statement, payees } = dataOf(await ask('GET', `/cooperatives/members/${member.id}/leaving`))
      const [cash] = dataOf(await ask('GET', '/financial/accounts?limit=100')).filter(
        ({ code }: { code: string }) => code === '1010',
      )
      dataOf(
        await ask('POST', `/cooperatives/leavings/${leaving.id}/settle`, {
          net: statement.net,
          payees: payees.map(({ number }: { number: number }) => ({ number, paidThrough: isPaid ? cash.id : null })),
        }),
      )
      return member
    }
    const letter = (id: string, body: object = {}) =>
      ask('POST', `/members/${id}/erasure-requests`, {
        writtenOn: '2026-03-02',
        note: 'They wrote themselves; file of 2026, page 7',
        ...body,
      })
    const decide = (id: string) => ask('POST', `/members/erasure-requests/${id}/decide`, { decision: 'erase' })

    test('is begun by their letter, which an officer records, and leaves a line in the audit trail', async () => {
      const gone = await formerMember('Lettercanary', true)
      const before = await books()
      const request = dataOf(await letter(gone.id), 201)
      expect(request).toMatchObject({
        status: 'pending',
        reason: 'They wrote themselves; file of 2026, page 7',
        letter: { writtenOn: '2026-03-02', recordedBy: 'Birdsong Thrift' },
      })
      expect((await letter(gone.id)).body).toMatchObject({
        status: 409,
        message: 'A request of this person waits already. Decide about it first.',
      })
      expect(dataOf(await ask('GET', `/members/erasure-requests?memberId=${gone.id}`))).toMatchObject([
        { id: request.id, memberName: 'Letterwriter Lettercanary', obstacles: [] },
      ])
      dataOf(await decide(request.id))
      expect(await books()).toEqual(before)
      expect(await app.checks()).toEqual([])
      const { rows } = await app.admin.query(
        `select first_name, last_name, phone from app.member where member_id = $1`,
        [gone.id],
      )
      expect(rows).toEqual([{ first_name: 'Former member', last_name: gone.membershipno.slice(-5), phone: '' }])
      expect(dataOf(await ask('GET', '/members/erasure-requests?status=carried_out'))[0]).toMatchObject({
        reason: null,
        letter: { writtenOn: '2026-03-02', recordedBy: 'Birdsong Thrift' },
      })
      const { rows: trail } = await app.admin.query(
        `select action, actor_name from audit.event where action = 'POST /members/:id/erasure-requests' and subject_id = $1`,
        [gone.id],
      )
      expect(trail).toEqual([{ action: 'POST /members/:id/erasure-requests', actor_name: 'Birdsong Thrift' }])
      expect((await letter(gone.id)).status).toBe(404)
    })

    // Remedy: erasure_letter_waits
    test('waits while the society still owes them, and is refused for who can ask themselves', async () => {
      const owed = await formerMember('Owedcanary', false)
      const request = dataOf(await letter(owed.id), 201)
      const [shown] = dataOf(await ask('GET', `/members/erasure-requests?memberId=${owed.id}`))
      expect(shown.obstacles).toEqual([expect.stringContaining('The exit of this member is not finished.')])
      expect((await decide(request.id)).body).toMatchObject({ status: 409, message: shown.obstacles[0] })
      expect((await letter(musa.id)).body).toMatchObject({
        status: 409,
        message: expect.stringContaining('still a member'),
      })
      for (const [body, field] of [
        [{ writtenOn: '2999-01-01' }, 'writtenOn'],
        [{ writtenOn: 'March' }, 'writtenOn'],
        [{ note: ' ' }, 'note'],
      ] as const)
        expect((await letter(owed.id, body)).body.errors[0].field).toBe(field)
      expect((await letter(owed.id)).body.message).toContain('Decide about it first')
      const refusal = { decision: 'refuse', reason: 'The letter is not signed' }
      dataOf(await ask('POST', `/members/erasure-requests/${request.id}/decide`, refusal))
      dataOf(await letter(owed.id), 201)
    })
  })

  /** Trial balance, chain and every voucher. */
  async function books() {
    const { rows: entries } = await app.admin.query(
      'select entry_no, effective_on, kind, encode(hash, $1) as hash from ledger.entry order by cooperative_id, entry_no',
      ['hex'],
    )
    const { rows: postings } = await app.admin.query(
      'select entry_id, line, debit_id, credit_id, amount from ledger.posting order by entry_id, line',
    )
    const { rows: broken } = await app.admin.query('select * from app.cooperative c, ledger.verify(c.cooperative_id)')
    const trial = dataOf(await ask('GET', '/financial/reports/trial-balance'))
    return { entries, postings, broken, trial }
  }

  /** Where in the whole database, logins and messages included, anything of hers is left. */
  async function findings(): Promise<string[]> {
    const strings = [
      'canary ',
      'zaynab',
      'qwxyz',
      'canary@',
      'canary close',
      'kincanary',
      'vbnm',
      'heircanary',
      'asdf',
      '8030009911',
      '8030009922',
      zaynab.phone.slice(-10),
      'staffcanary',
      'canary shop',
      'canary freezer',
    ]
    const { rows: columns } = await app.admin.query<{ relation: string; name: string; type: string }>(
      `select n.nspname || '.' || t.relname as relation, a.attname as name, a.atttypid::regtype::text as type from pg_attribute a join pg_class t on t.oid = a.attrelid join pg_namespace n on n.oid = t.relnamespace
       where n.nspname in ('app', 'audit', 'ledger', 'platform') and t.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and a.atttypid::regtype::text in ('text', 'jsonb', 'text[]', 'date')`,
    )
    const found: string[] = []
    for (const { relation, name } of columns) {
      const { rows } = await app.admin.query<{ value: string }>(
        `select ${name}::text as value from ${relation} where lower(${name}::text) like any ($1) or ${name}::text = $2`,
        [strings.map((text) => `%${text}%`), person.dateOfBirth],
      )
      for (const { value } of rows) found.push(`${relation}.${name}: ${value}`)
    }
    return found
  }
})
