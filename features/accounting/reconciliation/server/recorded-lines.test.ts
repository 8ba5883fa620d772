import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMonths, dayIn, firstDayOf, periodOf } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  newKey,
  newPhone,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { type Client, clientOf } from '#dev/testing/client.ts'
import {
  confirmMatches,
  listBankLines,
  listBankAccounts,
  matchLines,
  undoMatch,
} from '#features/accounting/reconciliation/contract.ts'
import {
  changeBankRule,
  listBankRules,
  recordLineParts,
  recordLines,
  removeBankRule,
} from '#features/accounting/reconciliation/recorded-lines.ts'
import { getLoan } from '#features/loans/loans/contract.ts'
import { applyForLoan } from '#features/loans/loans/loan-applications.ts'
import { approveLoan } from '#features/loans/loans/loan-decisions.ts'
import { disburseLoan } from '#features/loans/loans/loan-money.ts'
import { listLoanConfigurations, updateConfiguration } from '#features/society/configuration/contract.ts'
import { registerMembers } from '#features/members/members/member-changes.ts'
import { assignMembers, createEmployer } from '#features/payroll/employers/contract.ts'
import { postReturn, uploadReturn } from '#features/payroll/returns/contract.ts'
import { createSchedule, listSchedules, sendSchedule } from '#features/payroll/schedules/contract.ts'
import { recordMovement } from '#features/savings/transactions/movements.ts'

let app: TestApp
let cooperative: TestCooperative
let officer: Client
let accountId: string
let members: Record<'ada' | 'bola', TestMember>
let codes: Record<string, string>
let balance: number
let files: number

beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  cooperative = await buildCooperative(app)
  officer = clientOf(app, cooperative.token)
  accountId = (await officer(listBankAccounts)).find(({ code }) => code === '1020')?.accountId ?? ''
  members = {
    ada: await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi' }),
    bola: await buildMember(app, cooperative, { firstName: 'Bola', lastName: 'Obi' }),
  }
  const accounts = dataOf(await app.call('GET', '/financial/accounts?limit=100', { token: cooperative.token })) as {
    code: string
    id: string
  }[]
  codes = Object.fromEntries(accounts.map(({ code, id }) => [code, id]))
  balance = 0
  files = 0
  await read([['01/03/2026', 'OPENING TRANSFER FROM OLD BANK', 100_000]])
  await record('OPENING TRANSFER FROM OLD BANK', { as: 'income', targetId: codes['4410'], party: 'Old bank' })
})

type Row = readonly [day: string, narration: string, amount: number]

/** Reads a statement whose lines go on from the last one. */
async function read(rows: readonly Row[]): Promise<void> {
  const lines = rows.map(([on, narration, amount]) => {
    balance = Math.round((balance + amount) * 100) / 100
    return `${on},${narration},${amount < 0 ? -amount : ''},${amount > 0 ? amount : ''},${balance}`
  })
  const content = Buffer.from(['Date,Narration,Debit,Credit,Balance', ...lines].join('\r\n'))
  const path = `/financial/reconciliation/${accountId}/statements`
  files += 1
  dataOf(await app.call('POST', path, { token: cooperative.token, file: { name: `${files}.csv`, content } }), 201)
}

const lines = (show: 'open' | 'proposed' | 'matched' = 'open') =>
  officer(listBankLines, { accountId, show, sort: 'on' })
const ids = async (...narrations: string[]) => {
  const open = await lines()
  return narrations.map((narration) => open.find((line) => line.narration === narration)?.id ?? narration)
}
const record = async (
  narration: string | string[],
  given: Omit<Parameters<typeof officer<typeof recordLines>>[1] & object, 'accountId' | 'lineIds'>,
) => officer(recordLines, { accountId, lineIds: await ids(...[narration].flat()), ...given } as never)
const proposed = async () =>
  Object.fromEntries(
    (await lines()).map(({ narration, proposal }) => [narration, proposal && `${proposal.title}: ${proposal.why}`]),
  )
const charges = () => ({ as: 'expense' as const, targetId: codes['5310'], party: 'The bank' })
const rules = async () =>
  (await officer(listBankRules, { accountId })).map(({ words, title, used }) => [words.join(' '), title, used])

describe('what a line was recorded as is proposed for the next one', () => {
  test('with the reason in words, in its own direction, and recorded with one call that counts its use', async () => {
    await read([
      ['03/03/2026', 'NIP CHARGE/000123', -52.5],
      ['04/03/2026', 'NIP CHARGE 000777 MAR', -26.88],
      ['04/03/2026', 'NIP CHARGE REFUND', 26.88],
      ['05/03/2026', 'POS CHARGE', -10],
    ])
    expect(await officer(recordLines, { accountId, lineIds: await ids('NIP CHARGE/000123'), ...charges() })).toEqual({
      recorded: 1,
      waiting: 0,
    })
    const title = (await officer(listBankRules, { accountId }))[0]?.title
    expect(await proposed()).toEqual({
      'NIP CHARGE 000777 MAR': `${title}: as you recorded NIP CHARGE/000123 on 03 Mar 2026`,
      'NIP CHARGE REFUND': null,
      'POS CHARGE': null,
    })
    const [, next] = [null, (await lines()).find(({ proposal }) => proposal)]
    const { ruleId = '', as = 'expense', targetId, party } = next?.proposal ?? {}
    await officer(recordLines, {
      accountId,
      lineIds: [next?.id ?? ''],
      ruleId,
      as,
      ...{ targetId: targetId ?? '', party: party ?? '' },
    })
    expect((await rules())[0]).toEqual(['charge nip', title, 1])
    expect((await lines('matched')).map(({ amount }) => amount)).toEqual([100_000, -52.5, -26.88])
    expect(await app.checks()).toEqual([])
  })

  test('of a member’s deposit, never for a line that may name another, and not once the member has left', async () => {
    await read([
      ['03/03/2026', 'TRF FROM ADA OBI GTB', 5000],
      ['03/04/2026', 'NIP TRF ADA OBI APR', 5000],
      ['04/04/2026', 'NIP TRF ADA OBI FOR BOLA', 5000],
      ['05/04/2026', 'TRF BOLA OBI', 5000],
    ])
    const [lineId = ''] = await ids('TRF FROM ADA OBI GTB')
    // Recorded by the form of a deposit, as before.
    await officer(recordMovement, {
      type: 'deposit',
      memberId: members.ada.id,
      amount: 5000,
      occurredOn: '2026-03-03',
      paidThrough: accountId,
      bankLineId: lineId,
    })
    expect(await proposed()).toEqual({
      'NIP TRF ADA OBI APR': expect.stringMatching(
        /^Deposit of Ada Obi, .*: as you recorded TRF FROM ADA OBI GTB on 03 Mar 2026$/,
      ),
      'NIP TRF ADA OBI FOR BOLA': null,
      'TRF BOLA OBI': null,
    })
    await app.admin.query(`update app.member set status = 'inactive' where member_id = $1`, [members.ada.id])
    expect((await proposed())['NIP TRF ADA OBI APR']).toBeNull()
    expect((await officer(listBankRules, { accountId })).map(({ ended }) => ended)).toEqual(['member', null])
  })

  test('also where it was matched by hand or confirmed, and is forgotten with a match that was a mistake', async () => {
    await officer(recordMovement, {
      type: 'expense',
      party: 'Landlord',
      expenseAccountId: codes['5710'],
      amount: 900,
      occurredOn: '2026-03-04',
      paidThrough: accountId,
    })
    await read([
      ['04/03/2026', 'RENT OF HALL', -900],
      ['04/04/2026', 'HALL RENT APRIL', -950],
    ])
    const [pair] = await lines('proposed')
    expect(await rules()).toHaveLength(1)
    await officer(confirmMatches, { accountId, matchIds: [pair?.match?.id ?? ''] })
    expect((await proposed())['HALL RENT APRIL']).toContain('as you recorded RENT OF HALL on 04 Mar 2026')
    await officer(undoMatch, { accountId, matchId: pair?.match?.id ?? '' })
    expect((await proposed())['HALL RENT APRIL']).toBeNull()
    await officer(matchLines, {
      accountId,
      lineIds: await ids('RENT OF HALL'),
      entryIds: pair?.match?.entries.map(({ entryId }) => entryId) ?? [],
    })
    expect((await proposed())['HALL RENT APRIL']).toContain('as you recorded RENT OF HALL')
  })

  test('by rules that can be changed and removed, and that end with their account', async () => {
    await read([
      ['03/03/2026', 'SMS ALERT CHARGE FEB', -40],
      ['03/04/2026', 'SMS ALERT', -40],
    ])
    await record('SMS ALERT CHARGE FEB', charges())
    const [rule] = await officer(listBankRules, { accountId })
    expect(rule).toMatchObject({ words: ['alert', 'charge', 'sms'], madeBy: 'Test Cooperative', ended: null })
    const ruleId = rule?.id ?? ''
    expect((await proposed())['SMS ALERT']).toBeNull()
    expect(await officer.refused(changeBankRule, { accountId, ruleId, words: '12/03 GTB' })).toMatchObject({
      status: 422,
      fields: ['words'],
    })
    const becomes = { as: 'expense', targetId: codes['4410'], party: 'The bank' } as const
    const change = { accountId, ruleId, words: 'Alert SMS' }
    const wrong = await Promise.all(
      [
        becomes,
        { ...becomes, as: 'income' as const },
        { as: 'transfer' as const, targetId: codes['5310'] },
        { as: 'expense' as const, targetId: codes['5710'] },
      ].map(async (each) => (await officer.refused(changeBankRule, { ...change, becomes: each })).fields),
    )
    expect(wrong).toEqual([['becomes.targetId'], ['becomes.as'], ['becomes.targetId'], ['becomes.party']])
    await officer(changeBankRule, { ...change, becomes: { ...becomes, targetId: codes['5710'] } })
    expect((await officer(listBankRules, { accountId }))[0]).toMatchObject({ title: 'Office', targetId: codes['5710'] })
    await officer(changeBankRule, { ...change, becomes: { ...becomes, targetId: codes['5310'] } })
    expect((await proposed())['SMS ALERT']).toContain('SMS ALERT CHARGE FEB')
    await app.admin.query(`update ledger.account set retired_at = now() where account_id = $1`, [codes['5310']])
    expect((await proposed())['SMS ALERT']).toBeNull()
    expect((await officer(listBankRules, { accountId }))[0]).toMatchObject({ ended: 'account' })
    await app.admin.query(`update ledger.account set retired_at = null where account_id = $1`, [codes['5310']])
    expect((await proposed())['SMS ALERT']).not.toBeNull()
    await officer(removeBankRule, { accountId, ruleId })
    expect((await proposed())['SMS ALERT']).toBeNull()
    expect((await officer.refused(removeBankRule, { accountId, ruleId })).status).toBe(404)
  })

  test('by rules that never become a transfer to the account of the line itself', async () => {
    await read([['03/03/2026', 'SWEEP TO SAVINGS', -100]])
    await record('SWEEP TO SAVINGS', { as: 'transfer', targetId: codes['1010'] })
    const [rule] = await officer(listBankRules, { accountId })
    const change = (targetId: string | undefined) => ({
      ...{ accountId, ruleId: rule?.id ?? '', words: 'sweep savings', becomes: { as: 'transfer' as const, targetId } },
    })
    expect(await officer.refused(changeBankRule, change(accountId))).toEqual({
      ...{ status: 422, fields: ['becomes.targetId'] },
      message: 'A transfer is between two accounts, and this is the account of the line. Choose the other one.',
    })
    await officer(changeBankRule, change(codes['1010']))
    await read([['04/03/2026', 'SWEEP BACK', -5]])
    const lineIds = await ids('SWEEP BACK')
    expect(
      await officer.refused(recordLines, { accountId, lineIds, as: 'transfer', targetId: accountId }),
    ).toMatchObject({ status: 422, fields: ['targetId'] })
  })

  test('by rules that can become a member’s money, of members and savings that there are', async () => {
    await read([['03/03/2026', 'INTEREST EARNED', 12.34]])
    await record('INTEREST EARNED', { as: 'income', targetId: codes['4410'], party: 'The bank' })
    const [rule] = await officer(listBankRules, { accountId })
    const change = { accountId, ruleId: rule?.id ?? '', words: 'interest earned' }
    const deposit = { as: 'deposit', memberId: members.ada.id } as const
    const wrong = await Promise.all(
      [
        { ...deposit, memberId: accountId },
        { ...deposit, accountTypeId: accountId },
      ].map(async (each) => (await officer.refused(changeBankRule, { ...change, becomes: each })).fields),
    )
    expect(wrong).toEqual([['becomes.memberId'], ['becomes.accountTypeId']])
    await officer(changeBankRule, { ...change, becomes: deposit })
    expect((await officer(listBankRules, { accountId }))[0]).toMatchObject({ title: 'Deposit of Ada Obi' })
  })
})

describe('several lines are recorded as one thing', () => {
  test('each as a voucher of its own on its own day, all or none', async () => {
    await read([
      ['03/03/2026', 'SMS ALERT CHARGE', -4],
      ['04/03/2026', 'SMS ALERT CHARGE', -4],
      ['05/03/2026', 'SMS CHARGE', -8.5],
      ['06/03/2026', 'INTEREST EARNED', 12.34],
    ])
    const open = await lines()
    const lineIds = open.map(({ id }) => id)
    // Money that came in is no expense: none of the four is recorded.
    expect(await officer.refused(recordLines, { accountId, lineIds, ...charges() })).toMatchObject({
      status: 422,
      fields: ['as'],
    })
    expect(await lines()).toHaveLength(4)
    expect(
      await officer.refused(recordLines, { accountId, lineIds: lineIds.slice(0, 3), as: 'expense' }),
    ).toMatchObject({ fields: ['party'] })
    expect(await officer(recordLines, { accountId, lineIds: lineIds.slice(0, 3), ...charges() })).toEqual({
      recorded: 3,
      waiting: 0,
    })
    await officer(recordLines, {
      accountId,
      lineIds: lineIds.slice(3),
      as: 'income',
      targetId: codes['4410'],
      party: 'The bank',
    })
    const matched = await lines('matched')
    expect(
      matched.slice(1).map(({ on, amount, match }) => [on, amount, match?.entries.map((entry) => entry.on)]),
    ).toEqual([
      ['2026-03-03', -4, ['2026-03-03']],
      ['2026-03-04', -4, ['2026-03-04']],
      ['2026-03-05', -8.5, ['2026-03-05']],
      ['2026-03-06', 12.34, ['2026-03-06']],
    ])
    expect((await rules()).map(([words]) => words)).toEqual(['earned interest', 'charge sms', expect.any(String)])
    expect(await app.checks()).toEqual([])
  })

  test('by one of two officers who do so at once, and by no one whose office ended', async () => {
    await read([['03/03/2026', 'INTEREST EARNED', 50]])
    const second = await buildOfficer(app, cooperative, { firstName: 'Bisi' })
    const body = { lineIds: await ids('INTEREST EARNED'), as: 'income', targetId: codes['4410'], party: 'The bank' }
    const path = `/financial/reconciliation/${accountId}/record`
    const both = await Promise.all(
      [cooperative.token, second.token].map((token) => app.call('POST', path, { token, key: newKey(), body })),
    )
    expect(statusesOf(both)).toEqual([201, 409])
    expect((await lines('matched')).filter(({ narration }) => narration === 'INTEREST EARNED')).toHaveLength(1)
    await app.admin.query(`update app.member set roles = '{member}' where member_id = $1`, [second.id])
    expect((await app.call('POST', path, { token: second.token, key: newKey(), body })).status).toBe(401)
    expect(await app.checks()).toEqual([])
  })

  test('those that take two officers wait, and are matched when they are approved', async () => {
    await read([
      ['03/03/2026', 'COT', -10],
      ['04/03/2026', 'COT', -20],
    ])
    const second = await buildOfficer(app, cooperative, { firstName: 'Bisi' })
    const settings = await app.call('PUT', '/financial/config', {
      token: cooperative.token,
      body: { withdrawalApprovals: 1, withdrawalApprovalsFrom: 15 },
    })
    dataOf(await agreed(app, settings, second.token))
    const lineIds = (await lines()).map(({ id }) => id)
    expect(await officer(recordLines, { accountId, lineIds, ...charges() })).toEqual({ recorded: 2, waiting: 1 })
    const [line] = await lines()
    expect(line).toMatchObject({ amount: -20, waiting: { by: 'Test Cooperative' }, proposal: null })
    const approve = `/financial/transactions/${line?.waiting?.transactionId}/approve`
    dataOf(await app.call('POST', approve, { token: second.token, body: {} }))
    expect(await lines()).toEqual([])
    expect(await app.checks()).toEqual([])
  })
})

describe('one line is recorded in parts', () => {
  const split = (lineId: string, parts: readonly object[], side: 'in' | 'out' = 'in') =>
    ({ accountId, lineId, side, parts }) as never
  const transfer = async () => {
    await read([['03/03/2026', 'TRF FROM OBI FAMILY', 12_000]])
    return (await ids('TRF FROM OBI FAMILY'))[0] ?? ''
  }

  test('as deposits of members and a fee, each its own transaction, all matched with it', async () => {
    const lineId = await transfer()
    const parts = [
      { as: 'deposit', memberId: members.ada.id, amount: 5000 },
      { as: 'contribution', memberId: members.bola.id, amount: 6500.5 },
      { as: 'charge', memberId: members.ada.id, targetId: codes['4210'], amount: 499.5 },
    ]
    expect(await officer(recordLineParts, split(lineId, parts))).toEqual({ recorded: 3, waiting: 0 })
    const matched = (await lines('matched')).find(({ id }) => id === lineId)
    expect(matched?.match?.entries.map(({ on, amount }) => [on, amount])).toEqual([
      ['2026-03-03', 5000],
      ['2026-03-03', 6500.5],
      ['2026-03-03', 499.5],
    ])
    // Several together say nothing of the next line.
    expect(await rules()).toHaveLength(1)
    expect(await officer.refused(recordLineParts, split(lineId, parts))).toMatchObject({
      status: 409,
      fields: ['lineId'],
    })
    expect(await app.checks()).toEqual([])
  })

  test('of which two are alike, without a question; what was recorded before is asked about', async () => {
    await read([['03/03/2026', 'ADA TWO MONTHS', 100], ['03/03/2026', 'ADA AGAIN', 50]]) // prettier-ignore
    const part = { as: 'deposit' as const, memberId: members.ada.id, amount: 50 }
    const [two, again] = await ids('ADA TWO MONTHS', 'ADA AGAIN')
    expect(await officer(recordLineParts, { accountId, lineId: two ?? '', side: 'in', parts: [part, part] })).toEqual({
      recorded: 2,
      waiting: 0,
    })
    const split = [{ ...part, amount: 25 }, { ...part, amount: 25 }] // prettier-ignore
    await officer.refused(recordLineParts, { accountId, lineId: again ?? '', side: 'in', parts: [part] })
    await officer(recordLineParts, { accountId, lineId: again ?? '', side: 'in', parts: split })
  })

  test('of a line that is only proposed are refused with what helps', async () => {
    const deposit = { type: 'deposit' as const, memberId: members.ada.id, amount: 70, paidThrough: accountId }
    const { id } = await officer(recordMovement, { ...deposit, occurredOn: '2026-03-03' } as never)
    await read([['03/03/2026', 'TRF ADA', 70]])
    const [line] = await lines('proposed')
    const parts = [{ as: 'deposit' as const, memberId: members.bola.id, amount: 70 }]
    const sentence =
      'Ajose found this line in the books already. Under “To confirm”, confirm it, or choose “Not this” and record it then.'
    const split = { accountId, lineId: line?.id ?? '', side: 'in' as const, parts }
    expect(await officer.refused(recordLineParts, split)).toMatchObject({ status: 409, message: sentence })
    expect(
      await officer.refused(recordLines, {
        accountId,
        lineIds: [line?.id ?? ''],
        ...parts[0],
        amount: undefined,
      } as never),
    ).toMatchObject({ status: 409, message: sentence })

    // The entry is reversed: what was proposed is no longer so.
    const reverse = await app.call('POST', `/financial/transactions/${id}/reverse`, {
      ...{ token: cooperative.token, key: newKey(), body: { reason: 'Wrong member' } },
    })
    expect(reverse.status).toBeLessThan(300)
    for (const matchIds of [undefined, [line?.match?.id ?? '']])
      expect(await officer.refused(confirmMatches, { accountId, ...(matchIds && { matchIds }) })).toMatchObject({
        status: 409,
        message: expect.stringMatching(
          /^Entry No\. \d+, which was found for TRF ADA, has been reversed since\. Under “To confirm”, choose “Not this”/,
        ),
      })
    expect((await lines('proposed')).map(({ match }) => match?.confirmedBy)).toEqual([null])
    await officer(undoMatch, { accountId, matchId: line?.match?.id ?? '' })
    expect(await officer(recordLineParts, split)).toMatchObject({ recorded: 1 })
  })

  test('that come to it and are all good, or none is recorded; the refusal names the field of the part', async () => {
    const lineId = await transfer()
    const before = (await lines('matched')).length
    const ada = { as: 'deposit', memberId: members.ada.id, amount: 5000 }
    expect(await officer.refused(recordLineParts, split(lineId, [ada, { ...ada, memberId: members.bola.id }]))).toEqual(
      {
        status: 422,
        message:
          'The parts come to ₦10,000.00 and the line to ₦12,000.00: ₦2,000.00 is missing. Change an amount so that they agree.',
        fields: ['parts.1.amount'],
      },
    )
    const wrong = [
      [{ as: 'deposit', amount: 7000 }, 'parts.1.memberId'],
      [{ as: 'repayment', memberId: members.bola.id, amount: 7000 }, 'parts.1.loanId'],
      [{ as: 'expense', party: 'Bank', targetId: codes['5310'], amount: 7000 }, 'parts.1.as'],
      [{ as: 'income', party: 'Bank', targetId: codes['5310'], amount: 7000 }, 'parts.1.targetId'],
      [{ as: 'remittance', amount: 7000 }, 'parts.1.scheduleId'],
      [{ as: 'transfer', targetId: codes['4410'], amount: 7000 }, 'parts.1.targetId'],
    ] as const
    const { message } = await officer.refused(recordLineParts, split(lineId, [ada, wrong[1][0]]))
    expect(message).toBe('This member has no running loan. Choose what else this money is.')
    for (const [part, field] of wrong)
      expect((await officer.refused(recordLineParts, split(lineId, [ada, part]))).fields, field).toEqual([field])
    expect((await officer.refused(recordLineParts, split(lineId, [{ ...ada, amount: 12_000 }], 'out'))).fields).toEqual(
      ['side'],
    )
    expect([(await lines()).length, (await lines('matched')).length]).toEqual([1, before])
    const savings = dataOf(
      await app.call('GET', `/financial/members/${members.ada.id}/accounts`, { token: cooperative.token }),
    )
    expect(savings.map(({ balance: left }: { balance: number }) => left)).not.toContain(5000)
    expect(await app.checks()).toEqual([])
  })

  test('as savings and the repayment of a loan, which is found where it is the only one', async () => {
    await officer(updateConfiguration, { guarantorsRequired: 0 })
    await officer(recordMovement, {
      type: 'deposit',
      memberId: members.ada.id,
      amount: 100_000,
      occurredOn: '2026-03-01',
    })
    const loanConfigId = (await officer(listLoanConfigurations)).find(({ name }) => name === 'Regular')?.id ?? ''
    const { id: loanId } = await officer(applyForLoan, {
      memberId: members.ada.id,
      loanConfigId,
      principal: 12_000,
      instalments: 12,
    })
    await officer(approveLoan, { loanId })
    await officer(disburseLoan, { loanId, on: '2026-03-02', to: 'bank' })
    const lineId = await transfer()
    const saved = { as: 'deposit', memberId: members.ada.id, amount: 9500 }
    const repaid = { as: 'repayment', memberId: members.ada.id, amount: 2500 }
    expect(
      (await officer.refused(recordLineParts, split(lineId, [saved, { ...repaid, loanId: members.bola.id }]))).fields,
    ).toEqual(['parts.1.loanId'])
    const before = await officer(getLoan, { loanId })
    await officer(recordLineParts, split(lineId, [saved, repaid]))
    const after = await officer(getLoan, { loanId })
    expect(after.movements.at(-1)).toMatchObject({ kind: 'repayment', amount: 2500, occurredOn: '2026-03-03' })
    expect(after.outstanding).toBeLessThan(before.outstanding)
    const line = (await lines('matched')).find(({ id }) => id === lineId)
    expect(line?.match?.entries.map(({ amount }) => amount)).toEqual([9500, 2500])
    // Alone it teaches a rule, which names the loan while there is one.
    await read([['03/04/2026', 'ADA OBI LOAN', 1000]])
    await record('ADA OBI LOAN', { as: 'repayment', memberId: members.ada.id, targetId: codes['4410'] })
    await read([['03/05/2026', 'ADA OBI', 1000]])
    expect((await lines())[0]?.proposal).toMatchObject({ as: 'repayment', loanId, title: 'Loan repayment of Ada Obi' })
    expect(await app.checks()).toEqual([])
  })

  test('once, by one of two officers who split it at once', async () => {
    const lineId = await transfer()
    const second = await buildOfficer(app, cooperative, { firstName: 'Bisi' })
    const path = `/financial/reconciliation/${accountId}/lines/${lineId}/record`
    const body = {
      side: 'in',
      parts: [
        { as: 'deposit', memberId: members.ada.id, amount: 5000 },
        { as: 'deposit', memberId: members.bola.id, amount: 7000 },
      ],
    }
    const both = await Promise.all(
      [cooperative.token, second.token].map((token) => app.call('POST', path, { token, key: newKey(), body })),
    )
    expect(statusesOf(both)).toEqual([201, 409])
    expect((await lines('matched')).find(({ id }) => id === lineId)?.match?.entries).toHaveLength(2)
    expect(await app.checks()).toEqual([])
  })

  test('of which one waits: it is matched when that is approved, and what was rejected is recorded again by itself', async () => {
    await read([
      ['03/03/2026', 'BULK PAYMENT', -1000],
      ['04/03/2026', 'BULK PAYMENT', -1000],
    ])
    const second = await buildOfficer(app, cooperative, { firstName: 'Bisi' })
    const settings = await app.call('PUT', '/financial/config', {
      token: cooperative.token,
      body: { withdrawalApprovals: 1, withdrawalApprovalsFrom: 500 },
    })
    dataOf(await agreed(app, settings, second.token))
    const parts = [
      { ...charges(), amount: 100 },
      { as: 'expense', targetId: codes['5710'], party: 'Landlord', amount: 900 },
    ]
    const [one, other] = await lines()
    for (const line of [one, other])
      expect(await officer(recordLineParts, split(line?.id ?? '', parts, 'out'))).toEqual({ recorded: 2, waiting: 1 })
    const [first, next] = await lines()
    expect([first, next].map((line) => line?.waiting?.by)).toEqual(['Test Cooperative', 'Test Cooperative'])
    const decide = (line: typeof first, what: string, body: object) =>
      app.call('POST', `/financial/transactions/${line?.waiting?.transactionId}/${what}`, { token: second.token, body })
    dataOf(await decide(first, 'approve', {}))
    expect(
      (await lines('matched')).find(({ id }) => id === first?.id)?.match?.entries.map(({ amount }) => amount),
    ).toEqual([-100, -900])
    dataOf(await decide(next, 'reject', { reason: 'Not ours' }))
    expect((await lines())[0]).toMatchObject({ amount: -1000, recorded: 100, waiting: null })
    expect((await officer.refused(recordLineParts, split(next?.id ?? '', parts, 'out'))).message).toContain(
      'The parts come to ₦1,000.00 and the line to ₦900.00',
    )
    const left = [450, 450].map((amount) => ({ as: 'expense', targetId: codes['5710'], party: 'Landlord', amount }))
    await officer(recordLineParts, split(next?.id ?? '', left, 'out'))
    expect(await lines()).toEqual([])
    expect((await lines('matched')).at(-1)?.match?.entries.map(({ amount }) => amount)).toEqual([-100, -450, -450])
    expect(await app.checks()).toEqual([])
  })
})

/** An employer that has deducted 5,000 in each of three months and paid nothing over; the schedules, the oldest first. */
async function deductions(): Promise<{ employerId: string; scheduleIds: string[] }> {
  const month = (from: number) => addMonths(periodOf(dayIn(new Date())), from)
  const [saver] = await officer(registerMembers, {
    member: [
      {
        firstName: 'Chidi',
        lastName: 'Eze',
        phone: newPhone(),
        registrationDate: firstDayOf(month(-4)),
        monthlyContributions: 5000,
      },
    ],
  })
  const { id: employerId } = await officer(createEmployer, { name: 'Ministry of Works', code: 'MW-7' })
  const rows = [{ membershipno: saver?.membershipno ?? '', staffNumber: 'P1', from: firstDayOf(month(-4)) }]
  await officer(assignMembers, { employerId, rows })
  const scheduleIds: string[] = []
  for (const from of [-2, -1, 0]) {
    const { id: scheduleId } = await officer(createSchedule, { employerId, period: month(from) })
    await officer(sendSchedule, { scheduleId })
    const file = { name: 'return.csv', content: Buffer.from('Staff number,Total\r\nP1,5000') }
    const { id: returnId } = await officer(uploadReturn, { scheduleId }, file)
    await officer(postReturn, { returnId })
    await app.settled()
    scheduleIds.push(scheduleId)
  }
  return { employerId, scheduleIds }
}

describe('one payment of an employer', () => {
  test('settles several months in one step, matched with the line, or none of them', async () => {
    const { employerId, scheduleIds } = await deductions()
    const owed = async () =>
      (await officer(listSchedules, { employerId, sort: 'period' })).map((schedule) => schedule.owed)
    expect(await owed()).toEqual([5000, 5000, 5000])
    const today = dayIn(new Date())
    await read([[today.split('-').toReversed().join('/'), 'MIN OF WORKS SALARY DEDUCTIONS', 12_000.5]])
    const [lineId = ''] = await ids('MIN OF WORKS SALARY DEDUCTIONS')
    const months = (...amounts: number[]) =>
      ({
        accountId,
        lineId,
        side: 'in',
        parts: amounts.flatMap((amount, place) =>
          amount > 0 ? [{ as: 'remittance', scheduleId: scheduleIds[place], amount }] : [],
        ),
      }) as never
    expect(await officer.refused(recordLineParts, months(5000, 7000.5))).toMatchObject({
      status: 409,
      fields: ['parts.1.amount'],
    })
    expect((await officer.refused(recordLineParts, months(5000, 5000, 2000))).fields).toEqual(['parts.2.amount'])
    expect(await owed()).toEqual([5000, 5000, 5000])
    expect(await officer(recordLineParts, months(5000, 5000, 2000.5))).toEqual({ recorded: 3, waiting: 0 })
    expect(await owed()).toEqual([0, 0, 2999.5])
    const line = (await lines('matched')).find(({ id }) => id === lineId)
    expect(line?.match?.entries.map(({ amount }) => amount)).toEqual([5000, 5000, 2000.5])
    expect(await app.checks()).toEqual([])
  })
})
