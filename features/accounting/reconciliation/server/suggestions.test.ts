import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  newKey,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const path = '/financial/reconciliation'

describe('members whom the bank statement suggests', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let other: TestCooperative
  let members: Record<'ada' | 'bola' | 'chike', TestMember & { membershipno: string }>
  let suggested: Record<string, { name: string; why: string }[]>

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }), ...(method === 'POST' && { key: newKey() }) })
  const done = async (method: string, url: string, body?: unknown, status = 200) =>
    dataOf(await ask(method, url, body), status)

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    await fundCash(app, cooperative, { naira: 10_000_000, on: '2020-01-01' })
    other = await buildCooperative(app, { name: 'Other Thrift' })
    const build = async (given: Record<string, unknown>) => {
      const member = await buildMember(app, cooperative, given)
      return {
        ...member,
        membershipno: dataOf(await ask('GET', `/cooperatives/members?q=${encodeURIComponent(member.phone)}`))[0]
          .membershipno as string,
      }
    }
    members = {
      ada: await build({ firstName: 'Adébáyọ̀', lastName: 'Obi', monthlyContributions: 5000 }),
      bola: await build({ firstName: 'Bola', lastName: 'Ige', monthlyContributions: 7300 }),
      chike: await build({ firstName: 'Chike', lastName: 'Eze', monthlyContributions: 5000 }),
    }
    // Somebody of another society with the same name, and one who owes the same.
    await buildMember(app, other, { firstName: 'Adebayo', lastName: 'Obi', monthlyContributions: 7300 })
    await done('PUT', '/financial/config', { guarantorsRequired: 0 })
    await done(
      'POST',
      '/financial/transactions',
      { type: 'deposit', memberId: members.chike.id, amount: 100_000, occurredOn: '2026-05-01' },
      201,
    )
    const regular = (await done('GET', '/financial/loan-configs')).find(
      ({ name }: { name: string }) => name === 'Regular',
    ).id
    const guarantors = [members.ada.id, members.bola.id]
    const { id } = await done(
      'POST',
      '/financial/loans',
      { memberId: members.chike.id, loanConfigId: regular, principal: 120_000, instalments: 12, guarantors },
      201,
    )
    await done('POST', `/financial/loans/${id}/approve`)
    await done('POST', `/financial/loans/${id}/disburse`, { on: '2026-05-31', to: 'cash' }, 201)

    const bank = (await done('GET', path)).find(({ code }: { code: string }) => code === '1020').accountId
    const rows = [
      ['NIP TRF OBI ADEBAYO', 1],
      ['USSD ' + members.bola.phone.replace('+234', '0'), 2],
      [`TRF ${members.chike.membershipno}`, 3],
      ['FROM EZE', 5000],
      ['FROM EZE ', 10_661.85],
      ['CASH AT COUNTER', 7300],
      ['CASH AT COUNTER ', 5000],
      ['UNKNOWN SENDER', 4],
    ] as const
    let balance = 0
    const lines = rows.map(([narration, amount]) => {
      balance = Math.round((balance + amount) * 100) / 100
      return `29/06/2026,${narration},,${amount},${balance}`
    })
    const content = Buffer.from(
      [
        'Date,Narration,Debit,Credit,Balance',
        ...lines,
        `30/06/2026,CHQ OBI ADEBAYO,9,,${Math.round((balance - 9) * 100) / 100}`,
      ].join('\r\n'),
    )
    dataOf(
      await app.call('POST', `${path}/${bank}/statements`, {
        token: cooperative.token,
        file: { name: 'june.csv', content },
      }),
      201,
    )
    const open = await done('GET', `${path}/${bank}/lines?show=open&sort=on&limit=100`)
    suggested = Object.fromEntries(
      open.map(
        ({
          narration,
          amount,
          suggestions,
        }: {
          narration: string
          amount: number
          suggestions: { name: string; why: string }[]
        }) => [`${narration.trim()} ${amount}`, suggestions],
      ),
    )
  })
  afterAll(() => app.stop())

  const of = (line: string) => suggested[line]?.map(({ name, why }) => `${name}: ${why}`)

  test('by name, phone and membership number, each with the reason, and of the own society alone', () => {
    expect(of('NIP TRF OBI ADEBAYO 1')).toEqual(['Adébáyọ̀ Obi: the name is in the narration'])
    expect(of(`USSD ${members.bola.phone.replace('+234', '0')} 2`)).toEqual([
      'Bola Ige: the phone number is in the narration',
    ])
    expect(of(`TRF ${members.chike.membershipno} 3`)).toEqual(['Chike Eze: the membership number is in the narration'])
  })

  test('by one name together with the monthly contribution or the loan instalment that is owed', () => {
    expect(of('FROM EZE 5000')).toEqual([
      'Chike Eze: “eze” of the name is in the narration; ₦5,000.00 is the monthly contribution',
    ])
    expect(of('FROM EZE 10661.85')).toEqual([
      'Chike Eze: “eze” of the name is in the narration; ₦10,661.85 is the loan instalment due on 30 Jun 2026, and no other member owes this amount',
    ])
  })

  test('by the amount alone only where one member of the society alone owes it', () => {
    expect(of('CASH AT COUNTER 7300')).toEqual([
      'Bola Ige: ₦7,300.00 is the monthly contribution, and no other member owes this amount',
    ])
    expect(of('CASH AT COUNTER 5000')).toEqual([])
  })

  test('by nothing else, and never for money that went out; no line is matched by it', () => {
    expect(of('UNKNOWN SENDER 4')).toEqual([])
    expect(of('CHQ OBI ADEBAYO -9')).toEqual([])
    expect(Object.keys(suggested)).toHaveLength(9)
  })
})
