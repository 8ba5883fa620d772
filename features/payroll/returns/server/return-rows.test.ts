import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths, dayIn, type Period, periodName, periodOf } from '#core/calendar.ts'
import { getTrialBalance } from '#features/accounting/books/contract.ts'
import { assignMembers, createEmployer } from '#features/payroll/employers/contract.ts'
import {
  getReturn,
  listReturnLines,
  listReturnRows,
  postReturn,
  reverseReturn,
  updateReturn,
  uploadReturn,
} from '#features/payroll/returns/contract.ts'
import { listElements, updateElement } from '#features/payroll/returns/elements.ts'
import {
  createSchedule,
  getSchedule,
  sendSchedule,
  updateDeductionSettings,
} from '#features/payroll/schedules/contract.ts'
import { postContribution } from '#features/savings/contributions/contract.ts'
import { listTransactions } from '#features/savings/transactions/contract.ts'
import { listMembers } from '#features/members/members/contract.ts'
import { registerMembers } from '#features/members/members/member-changes.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, newPhone } from '#dev/testing/builders.ts'
import { type Client, clientOf } from '#dev/testing/client.ts'

let app: TestApp
let officer: Client
let employerId: string
let numbers: string[]

/** Three members who save 5,000, buy 1,000 of shares and pay a levy of 200 a month from their salary. */
beforeAll(async () => {
  app = await sharedTestApp()
  officer = clientOf(app, (await buildCooperative(app)).token)
  const names = [
    ['Folake', 'Adebayo'],
    ['Musa', 'Bello'],
    ['Musa Ibrahim', 'Bello'],
  ] as const
  const member = names.map(([firstName, lastName]) => ({
    firstName,
    lastName,
    phone: newPhone(),
    registrationDate: '2024-01-15',
    monthlyContributions: 5000,
  }))
  numbers = (await officer(registerMembers, { member })).map(({ membershipno }) => membershipno)
  employerId = (await officer(createEmployer, { name: 'Ministry of Works', code: 'MW-7' })).id
  const rows = numbers.map((membershipno, n) => ({
    membershipno,
    staffNumber: `P${n + 1}`,
    from: '2024-02-01',
    shares: 1000,
  }))
  await officer(assignMembers, { employerId, rows })
  await officer(updateDeductionSettings, { levy: 200 })
})

afterAll(() => app.stop())

let months = 0
/** A month of its own for each test. */
async function sentMonth(): Promise<{ scheduleId: string; period: Period }> {
  const period = addMonths(periodOf(dayIn(new Date())), (months -= 1))
  const { id: scheduleId } = await officer(createSchedule, { employerId, period })
  await officer(sendSchedule, { scheduleId })
  return { scheduleId, period }
}

const fileOf = (...lines: string[]) => ({ name: 'return.csv', content: Buffer.from(lines.join('\r\n')) })
const read = (scheduleId: string, ...lines: string[]) => officer(uploadReturn, { scheduleId }, fileOf(...lines))

async function post(returnId: string) {
  await officer(postReturn, { returnId })
  for (;;) {
    const found = await officer(getReturn, { returnId })
    if (found.status !== 'posting') return found
    await wait(20)
  }
}

/** The lines of a return by kind, staff number, what was deducted, what becomes of it, and the note. */
const linesOf = async (returnId: string) =>
  (await officer(listReturnLines, { returnId, sort: 'number' })).map(
    ({ kind, staffNumber, deducted, decision, note }) => [kind, staffNumber, deducted, decision, note] as const,
  )

/** What a voucher credited, in sum by type. */
async function creditedBy({ entryNumber }: { entryNumber: number | null }) {
  const sums: Record<string, number> = {}
  for (const each of await officer(listTransactions, {}))
    if (each.entryNumber === entryNumber) sums[each.type] = (sums[each.type] ?? 0) + each.amount
  return sums
}

/** What employers owe, and what is held as unallocated. */
async function balances() {
  const { accounts } = await officer(getTrialBalance, {})
  const of = (wanted: RegExp) =>
    accounts.filter(({ code }) => wanted.test(code)).reduce((sum, { debit, credit }) => sum + debit - credit, 0)
  return { receivable: of(/^1110-/), held: -of(/^2410$/) }
}

async function since(before: Awaited<ReturnType<typeof balances>>) {
  const now = await balances()
  return { receivable: now.receivable - before.receivable, held: now.held - before.held }
}

test('a person’s elements are added up, each for its own component, and posted so', async () => {
  const { scheduleId } = await sentMonth()
  const found = await read(
    scheduleId,
    'MINISTRY OF WORKS,,,',
    'IPPIS Number,Employee Name,Element,Amount',
    'P1,"ADEBAYO, Folake",COOP SAVINGS,"5,000.00"',
    'P2,"BELLO, Musa",COOP SAVINGS,"4,000.00"',
    'P1,"ADEBAYO, Folake",COOP SHARES,"1,000.00"',
    'P2,"BELLO, Musa",COOP SHARES,"2,200.00"',
    'P1,"ADEBAYO, Folake",WELFARE,200',
    'Total,,,"12,400.00"',
  )
  expect(found).toMatchObject({
    totals: { file: 12_400, posted: 11_200, unallocated: 1200, refused: 0, leftOut: 0, open: 0 },
    kinds: { exact: { lines: 1 }, mixed: { lines: 1 }, missing: { lines: 1 }, duplicate: { lines: 0 } },
    elements: [
      { element: 'COOP SAVINGS', purpose: 'savings', rows: 2, amount: 9000 },
      { element: 'COOP SHARES', purpose: 'shares', rows: 2 },
      { element: 'WELFARE', purpose: 'levy', rows: 1 },
    ],
  })
  expect(await linesOf(found.id)).toEqual([
    ['exact', 'P1', 6200, 'post', 'Rows 3, 5 and 7: levy ₦200.00, savings ₦5,000.00, shares ₦1,000.00'],
    ['mixed', 'P2', 6200, 'split', 'Rows 4 and 6: savings ₦4,000.00, shares ₦2,200.00'],
    ['missing', 'P3', 0, null, null],
  ])
  // As the file says, or no more than was scheduled of each.
  const asItSays = await officer(updateReturn, { returnId: found.id, kinds: [{ kind: 'mixed', decision: 'post' }] })
  expect(asItSays.totals).toMatchObject({ posted: 12_400, unallocated: 0 })
  const posted = await post(found.id)
  expect(posted).toMatchObject({ status: 'posted', elements: [] })
  expect(await creditedBy(posted)).toEqual({ contribution: 9000, share_purchase: 3200 })
  expect(await app.checks()).toEqual([])
})

test('an element that no word explains is asked about, remembered for the employer, and can be changed', async () => {
  const heading = 'Staff No,Name,Deduction,Amount'
  const rows = ['P1,A,THRIFT,5000', 'P1,A,XMAS CLUB OCT,1000', 'P1,A,UNION DUES,350', 'P1,A,XMAS CLUB OCT,200']
  const { scheduleId } = await sentMonth()
  const { id: returnId, ...found } = await read(scheduleId, heading, ...rows)
  expect(found.elements.map(({ element, purpose, rows: count }) => [element, purpose, count])).toEqual([
    ['THRIFT', 'savings', 1],
    ['XMAS CLUB OCT', null, 2],
    ['UNION DUES', null, 1],
  ])
  expect(found.totals).toMatchObject({ file: 6550, posted: 5000, open: 1550 })
  expect(await officer.refused(postReturn, { returnId })).toMatchObject({
    status: 409,
    message:
      'Say what “XMAS CLUB OCT” is, and what else is not known in rows 3, 4 and 5: savings, shares, a loan, a levy, or not yours.',
  })
  const elements = [
    { element: 'XMAS CLUB OCT', purpose: 'shares' as const },
    { element: 'UNION DUES', purpose: 'other' as const },
  ]
  expect(await officer(updateReturn, { returnId, elements })).toMatchObject({
    totals: { file: 6550, posted: 6000, unallocated: 200, leftOut: 350, open: 0 },
    rowsLeftOut: 1,
    leftOut: [{ row: 4, why: 'other', text: 'P1 · A · UNION DUES · ₦350.00' }],
  })
  expect(await post(returnId)).toMatchObject({ status: 'posted', rowsLeftOut: 1, totals: { file: 6550, leftOut: 350 } })
  const next = await sentMonth()
  const again = await read(next.scheduleId, heading, ...rows.map((row) => row.replace('OCT', 'NOV')))
  expect(again.elements.map(({ purpose }) => purpose)).toEqual(['savings', 'shares', 'other'])
  const changed = await officer(updateReturn, {
    returnId: again.id,
    elements: [{ element: 'XMAS CLUB NOV', purpose: 'savings' }],
  })
  expect(changed.elements.map(({ purpose }) => purpose)).toEqual(['savings', 'savings', 'other'])
  expect(changed.kinds).toMatchObject({ over: { lines: 1, scheduled: 5000, deducted: 6200 } })
  // Where the employer is looked at, it is changed too, for what is not posted yet; forgotten, it is asked again.
  expect(await officer(listElements, { employerId })).toEqual([
    { element: 'union dues', purpose: 'other' },
    { element: 'xmas club', purpose: 'savings' },
  ])
  await officer(updateElement, { employerId, element: 'xmas club', purpose: 'shares' })
  expect(await officer(getReturn, { returnId: again.id })).toMatchObject({
    kinds: { mixed: { lines: 1, deducted: 6200 } },
  })
  expect((await linesOf(again.id))[0]?.at(4)).toBe('Rows 2, 3 and 5: savings ₦5,000.00, shares ₦1,200.00')
  await officer(updateElement, { employerId, element: 'xmas club', purpose: null })
  expect((await officer(getReturn, { returnId: again.id })).totals).toMatchObject({ open: 1200, posted: 5000 })
  expect((await officer(listElements, { employerId })).map(({ element }) => element)).toEqual(['union dues'])
  // A row that names none is asked about in words of its own.
  const nameless = await read((await sentMonth()).scheduleId, heading, 'P1,A,THRIFT,5000', 'P1,A,,1000')
  expect(await officer.refused(postReturn, { returnId: nameless.id })).toMatchObject({
    message:
      'Some rows name no element. Say what “No element” is, and what else is not known in row 3: savings, shares, a loan, a levy, or not yours.',
  })
  // A corrected cell counts towards its element.
  const wrong = await read((await sentMonth()).scheduleId, heading, 'P1,A,THRIFT,5O00', 'P2,B,THRIFT,4000')
  expect(await officer(updateReturn, { returnId: wrong.id, rows: [{ row: 2, amount: 5000 }] })).toMatchObject({
    elements: [{ element: 'THRIFT', rows: 2, amount: 9000 }],
    totals: { file: 9000 },
  })
  expect(await app.checks()).toEqual([])
})

test('savings, then shares and the levy, each in a file of its own, come to the month once', async () => {
  const { scheduleId } = await sentMonth()
  const all = (amount: number, ...people: string[]) => people.map((staff) => `${staff},${amount}`)
  // Every amount is what was scheduled for savings, and nothing else is.
  const savings = await read(scheduleId, 'Staff No,Amount', ...all(5000, 'P1', 'P2', 'P3'))
  expect(savings).toMatchObject({ purpose: 'savings', scheduled: 15_000, kinds: { exact: { lines: 3 } } })
  const first = await post(savings.id)
  expect(await creditedBy(first)).toEqual({ contribution: 15_000 })

  // The same once more, in other bytes: said, and not posted twice.
  const repeated = await read(scheduleId, 'Staff No,Amount', ...all(5000, 'P3', 'P2', 'P1'))
  expect(await linesOf(repeated.id)).toEqual(
    ['P3', 'P2', 'P1'].map((staff) => ['duplicate', staff, 5000, 'refuse', 'Posted from an earlier file']),
  )
  expect(await officer.refused(postReturn, { returnId: repeated.id })).toMatchObject({ status: 409 })

  // What a choice says, where the amounts do not; one of them is short.
  const shares = await officer(
    uploadReturn,
    { scheduleId, purpose: 'shares' },
    fileOf('Staff No,Amount', ...all(1000, 'P1', 'P2'), 'P3,900'),
  )
  expect(shares).toMatchObject({ purpose: 'shares', kinds: { exact: { lines: 2 }, short: { lines: 1 } } })
  const whole = await officer(updateReturn, { returnId: shares.id, purpose: 'total' })
  expect(whole.kinds).toMatchObject({ fell: { lines: 3, scheduled: 3600 } })
  await officer(updateReturn, { returnId: shares.id, purpose: 'shares' })
  expect(await creditedBy(await post(shares.id))).toEqual({ share_purchase: 2900 })

  // A file of everything brings the rest, and what came before once more.
  const rest = await read(scheduleId, 'Staff No,Amount', 'P1,6200', ...all(200, 'P2', 'P3'))
  expect(await linesOf(rest.id)).toEqual([
    ['duplicate', 'P1', 6000, 'refuse', 'Posted from an earlier file'],
    ['rose', 'P1', 200, 'split', '₦6,200.00 in this file, ₦6,000.00 in an earlier one: the difference is new'],
    ['exact', 'P2', 200, 'post', null],
    ['exact', 'P3', 200, 'post', null],
  ])
  expect(rest.totals).toMatchObject({ posted: 600, unallocated: 0, refused: 6000 })
  await post(rest.id)
  expect(await officer(getSchedule, { scheduleId })).toMatchObject({ deducted: 18_500, owed: 18_500 })

  // Taken back, its part of the month is open again, and no other.
  await officer(reverseReturn, { returnId: shares.id, reason: 'Wrong month' })
  const open = await read(scheduleId, 'Staff No,Amount', ...all(1000, 'P1', 'P2', 'P3'))
  expect(open).toMatchObject({ purpose: 'shares', kinds: { exact: { lines: 3, scheduled: 3000 } } })
  expect(await app.checks()).toEqual([])
})

test('a cell that can’t be read is a problem of its row: it is corrected or left out before the return is posted', async () => {
  const { scheduleId } = await sentMonth()
  const { id: returnId, ...found } = await read(
    scheduleId,
    'Staff No,Name,Amount',
    'P1,Folake,"6,2O0"',
    'P2,Musa,6200',
    'P3,Musa,=C2+C3',
  )
  expect(found).toMatchObject({ problems: 2, decided: 0, totals: { file: 6200, posted: 6200 } })
  const rows = async () =>
    (await officer(listReturnRows, { returnId })).map(({ row, problem, cell, choice, amount }) => [
      ...[row, problem, cell, choice, amount],
    ])
  expect(await rows()).toEqual([
    [2, 'amount', '6,2O0', null, 0],
    [4, 'formula', '=C2+C3', null, 0],
  ])
  expect((await linesOf(returnId))[0]).toEqual(['short', 'P1', 0, 'split', 'Row 2 can’t be read'])
  const refused = await officer.refused(postReturn, { returnId })
  expect(refused).toMatchObject({
    status: 409,
    message: 'The amount in rows 2 and 4 could not be read. Enter the amount, or leave the row out.',
  })
  const change = (...changed: { row: number; amount?: number; leaveOut?: boolean }[]) =>
    officer(updateReturn, { returnId, rows: changed })
  expect(await officer.refused(updateReturn, { returnId, rows: [{ row: 3, amount: 9 }] })).toMatchObject({
    status: 409,
    message: 'Row 3 was read as it is. Decide about its line instead.',
    fields: ['rows.0.row'],
  })
  expect(await officer.refused(updateReturn, { returnId, rows: [{ row: 77, leaveOut: true }] })).toMatchObject({
    status: 404,
  })
  expect(await change({ row: 2, amount: 6200 })).toMatchObject({
    problems: 1,
    decided: 1,
    kinds: { exact: { lines: 2 } },
    totals: { file: 12_400, posted: 12_400 },
  })
  expect((await linesOf(returnId))[0]).toEqual(['exact', 'P1', 6200, 'post', 'Row 2: ₦6,200.00 in place of “6,2O0”'])
  expect(
    await officer.refused(updateReturn, { returnId, rows: [{ row: 4, amount: 100, leaveOut: true }] }),
  ).toMatchObject({ status: 422, message: 'Row 4 is left out and has an amount. Send one of the two.' })
  expect(await change({ row: 4, leaveOut: true })).toMatchObject({
    problems: 0,
    decided: 2,
    kinds: { exact: { lines: 2 }, missing: { lines: 1 } },
    rowsLeftOut: 1,
    leftOut: [{ row: 4, why: 'officer', text: 'P3 · Musa · =C2+C3' }],
  })
  // Taken back, and decided again; a decision about another line stays.
  await officer(updateReturn, { returnId, lines: [{ number: 2, decision: 'hold' }] })
  expect(await change({ row: 4 })).toMatchObject({ problems: 1, rowsLeftOut: 0, leftOut: [] })
  expect(await change({ row: 4, leaveOut: true })).toMatchObject({ totals: { posted: 6200, unallocated: 6200 } })
  expect(await post(returnId)).toMatchObject({ status: 'posted', rowsLeftOut: 1, problems: 0 })
  expect(await rows()).toEqual([])
  expect(await officer.refused(updateReturn, { returnId, rows: [{ row: 4 }] })).toMatchObject({ status: 409 })
  expect(await app.checks()).toEqual([])
})

test('who is erased from the lines of an open return is erased from its rows', async () => {
  const { scheduleId } = await sentMonth()
  const { id } = await read(scheduleId, 'Staff No,Name,Amount', 'P1,Folake,6200', 'P2,Musa,6200')
  await app.admin.query(
    "update app.deduction_return_line set name = 'Former member', staff_number = '' where return_id = $1 and staff_number = 'P1'",
    [id],
  )
  const { rows } = await app.admin.query(
    'select staff_number, name from app.deduction_return_row where return_id = $1 order by file_row',
    [id],
  )
  expect(rows).toEqual([
    { staff_number: null, name: '' },
    { staff_number: 'P2', name: 'Musa' },
  ])
})

test('a column in which no row has an amount is a wrong column, not a question for each row', async () => {
  const { scheduleId } = await sentMonth()
  const rows = Array.from({ length: 10 }, (_, n) => `P${n + 1},six thousand`)
  expect(await officer.refused(uploadReturn, { scheduleId }, fileOf('Staff No,Amount', ...rows))).toEqual({
    status: 422,
    message:
      'This file has no column of amounts that can be read: “Amount” has none. Match the columns, or correct the file.',
    fields: ['file'],
  })
  const found = await read(scheduleId, 'Staff No,Amount', ...rows.slice(1), 'P1,6200')
  expect(found).toMatchObject({ problems: 9, kinds: { exact: { lines: 1 } } })
})

test('a row that is like another in every cell is asked about, and counted where an officer says so', async () => {
  const { scheduleId } = await sentMonth()
  const half = 'P1,Folake,3100'
  const { id: returnId, ...found } = await read(
    scheduleId,
    'S/N,Staff No,Name,Amount',
    `1,${half}`,
    `2,${half}`,
    '3,P2,Musa,6200',
  )
  expect(found.totals).toMatchObject({ file: 12_400, posted: 9300, unallocated: 3100 })
  expect(await linesOf(returnId)).toEqual([
    ['short', 'P1', 3100, 'split', null],
    ['duplicate', 'P1', 3100, 'hold', 'Row 3 is like row 2'],
    ['exact', 'P2', 6200, 'post', null],
    ['missing', 'P3', 0, null, null],
  ])
  const counted = await officer(updateReturn, { returnId, lines: [{ number: 2, decision: 'post' }] })
  expect(counted).toMatchObject({ decided: 1, kinds: { exact: { lines: 2 } }, totals: { posted: 12_400 } })
  // The answer can be taken back.
  expect(await officer(updateReturn, { returnId, rows: [{ row: 3 }] })).toMatchObject({
    kinds: { short: { lines: 1 }, duplicate: { lines: 1 } },
  })
  // What is all that was scheduled is not paid as well because another cell differs; nor is an earlier file's.
  const other = await read(scheduleId, 'Staff No,Ref,Amount', 'P1,A,6200', 'P1,B,6200')
  expect(other.totals).toMatchObject({ posted: 6200, unallocated: 6200 })
  await post(other.id)
  const { id } = await read(scheduleId, 'Staff No,Name,Amount', 'P1,Folake,6200')
  expect(await officer.refused(updateReturn, { returnId: id, lines: [{ number: 1, decision: 'post' }] })).toMatchObject(
    { message: 'Line 1 does not take that decision.' },
  )
  expect(await app.checks()).toEqual([])
})

test('a name without a number is found in the register, surname first, where it is one member’s', async () => {
  const { scheduleId } = await sentMonth()
  const found = await read(
    scheduleId,
    'IPPIS No,Employee Name,Amount',
    ',ADEBAYO FOLAKE GRACE,6200',
    ',BELLO MUSA IBRAHIM,6200',
    'X99,"OKAFOR, Ngozi",50',
    'P2,ADEBAYO FOLAKE,6200',
    ',WORKS DEPARTMENT,"18,650"',
    'P3,Somebody,6200',
  )
  expect(await linesOf(found.id)).toEqual([
    ['exact', 'P1', 6200, 'post', 'Found by name'],
    ['unknown', '', 6200, 'hold', `May be Musa Bello (${numbers[1]}) or Musa Ibrahim Bello (${numbers[2]})`],
    ['unknown', 'X99', 50, 'hold', null],
    ['exact', 'P2', 6200, 'post', 'Row 5 names ADEBAYO FOLAKE; this number is Musa Bello’s'],
    ['unknown', '', 18_650, 'refuse', 'Has the sum of the rows above it. If it is a person, hold it'],
    ['exact', 'P3', 6200, 'post', 'Row 7 names Somebody; this number is Musa Ibrahim Bello’s'],
  ])
  // It is in the control total, because it may be a person who gets as much.
  expect([found.totals.file, found.leftOut]).toEqual([6200 + 6200 + 50 + 6200 + 18_650 + 6200, []])
})

test('columns of savings and shares alone are a file of these, and a bad cell is corrected in its column', async () => {
  const { scheduleId } = await sentMonth()
  const { id: returnId, ...found } = await read(scheduleId, 'Staff No,Savings,Shares', 'P1,5000,1000', 'P2,n0ne,1000')
  expect(found).toMatchObject({ problems: 1, kinds: { short: { lines: 2 } }, totals: { posted: 6000 } })
  expect((await officer(listReturnRows, { returnId }))[0]).toMatchObject({ row: 3, cell: 'n0ne', cellOf: 'savings' })
  expect(await officer(updateReturn, { returnId, rows: [{ row: 3, amount: 4500 }] })).toMatchObject({
    totals: { file: 11_500, posted: 11_500 },
  })
  expect(await creditedBy(await post(returnId))).toEqual({ contribution: 9500, share_purchase: 2000 })
  // The levy of the month is still open.
  expect(await read(scheduleId, 'Staff No,Levy', 'P1,200', 'P2,200')).toMatchObject({
    scheduled: 600,
    kinds: { exact: { lines: 2 }, missing: { lines: 1 } },
  })
  expect(await app.checks()).toEqual([])
})

test('a second file of a month posts what it has more than the first, and no line twice', async () => {
  const { scheduleId } = await sentMonth()
  const heading = 'Staff No,Amount'
  const part = await post((await read(scheduleId, heading, 'P1,6200', 'P2,3000', 'X9,50')).id)
  expect(await officer(getSchedule, { scheduleId })).toMatchObject({ deducted: 9250 })

  const whole = await read(scheduleId, heading, 'P1,6200', 'P2,6200', 'P3,6200', 'X9,50')
  expect(await linesOf(whole.id)).toEqual([
    ['duplicate', 'P1', 6200, 'refuse', 'Posted from an earlier file'],
    ['duplicate', 'P2', 3000, 'refuse', 'Posted from an earlier file'],
    ['rose', 'P2', 3200, 'split', '₦6,200.00 in this file, ₦3,000.00 in an earlier one: the difference is new'],
    ['exact', 'P3', 6200, 'post', null],
    ['duplicate', 'X9', 50, 'refuse', 'Held from an earlier file'],
  ])
  expect(whole.totals).toMatchObject({ file: 18_650, posted: 9400, unallocated: 0, refused: 9250, open: 0 })
  const second = await post(whole.id)
  expect(second.status).toBe('posted')
  const [one, other] = [await creditedBy(part), await creditedBy(second)]
  expect((one['contribution'] ?? 0) + (other['contribution'] ?? 0)).toBe(3 * 5000)
  expect((one['share_purchase'] ?? 0) + (other['share_purchase'] ?? 0)).toBe(3 * 1000)
  expect(await officer(getSchedule, { scheduleId })).toMatchObject({ deducted: 3 * 6200 + 50 })

  // The same figures once more, in other bytes, bring nothing.
  const again = await read(scheduleId, heading, 'X9,50', 'P3,6200', 'P2,6200', 'P1,6200')
  expect(again.kinds.duplicate).toMatchObject({ lines: 4, deducted: 18_650 })
  expect(await officer.refused(postReturn, { returnId: again.id })).toMatchObject({
    message: 'Every line of this return is refused or missing, so there is nothing to post.',
  })
  expect(await app.checks()).toEqual([])
})

test('a figure that fell waits for a decision: the earlier one stays, or this comes on top', async () => {
  const { scheduleId } = await sentMonth()
  const heading = 'Staff No,Amount'
  const first = await post((await read(scheduleId, heading, 'P1,4000', 'P2,3100')).id)
  const { id: returnId, totals } = await read(scheduleId, heading, 'P1,2200', 'P2,3100', 'P3,6200')
  expect(await linesOf(returnId)).toEqual([
    ['fell', 'P1', 2200, null, '₦2,200.00 in this file, ₦4,000.00 in an earlier one'],
    ['duplicate', 'P2', 3100, 'refuse', 'Posted from an earlier file'],
    ['exact', 'P3', 6200, 'post', null],
  ])
  expect(totals).toMatchObject({ file: 11_500, posted: 6200, refused: 3100, open: 2200 })
  expect(await officer.refused(postReturn, { returnId })).toEqual({
    status: 409,
    message: 'Decide about the line marked “Fell since”: this file has less for it than an earlier one.',
    fields: [],
  })
  const decide = (number: number, decision: 'post' | 'refuse') =>
    officer(updateReturn, { returnId, lines: [{ number, decision }] })
  expect((await decide(1, 'refuse')).totals).toMatchObject({ posted: 6200, refused: 5300, open: 0 })
  // It is the rest of the month, and so is the half that comes with the same figure.
  expect((await decide(1, 'post')).kinds).toMatchObject({ fell: { lines: 0 }, exact: { lines: 2 } })
  const counted = await decide(2, 'post')
  expect(counted).toMatchObject({ decided: 2, kinds: { exact: { lines: 3, deducted: 11_500 } } })
  expect(counted.totals).toMatchObject({ posted: 11_500, refused: 0 })

  // Compared with an earlier file that was taken back, it is compared again before it is posted.
  await officer(reverseReturn, { returnId: first.id, reason: 'Wrong month' })
  expect(await officer(postReturn, { returnId })).toMatchObject({
    status: 'failed',
    failure:
      'An earlier file of this month was taken back meanwhile, so this one was compared again. Look at its lines, then post it.',
    kinds: { short: { lines: 2 }, exact: { lines: 1 } },
  })
  expect(await post(returnId)).toMatchObject({ status: 'posted', totals: { posted: 11_500 } })
  expect(await app.checks()).toEqual([])
})

test('money with one member’s number and another’s name is the number’s, with a note, once', async () => {
  const { scheduleId } = await sentMonth()
  const heading = 'Staff No,Name,Amount'
  const before = await balances()
  const first = await read(scheduleId, heading, 'P1,Folake Adebayo,6200', 'P2,Ngozi Okafor,6000', 'P3,"EZE, Obi",6200')
  expect(first).toMatchObject({
    otherNames: 2,
    kinds: { exact: { lines: 2 }, short: { lines: 1 } },
    totals: { file: 18_400, posted: 18_400, unallocated: 0 },
  })
  const note = 'Row 3 names Ngozi Okafor; this number is Musa Bello’s'
  const names = (await officer(listReturnLines, { returnId: first.id })).map(({ name, note: said }) => [name, said])
  expect(names).toEqual([
    ['Musa Bello', note],
    ['Musa Ibrahim Bello', 'Row 4 names EZE, Obi; this number is Musa Ibrahim Bello’s'],
    ['Folake Adebayo', null],
  ])
  await post(first.id)
  expect(await since(before)).toEqual({ receivable: 6200 + 6000 + 6200, held: 0 })

  // The same rows in a second file are known again, under whatever name.
  const again = await read(scheduleId, heading, 'P3,Obi Eze,6200', 'P2,Ngozi Okafor,6000', 'P1,Folake Adebayo,6200')
  expect(again).toMatchObject({ otherNames: 2, kinds: { duplicate: { lines: 3 } }, totals: { refused: 18_400 } })
  expect(await officer.refused(postReturn, { returnId: again.id })).toMatchObject({ status: 409 })
  expect(await since(before)).toEqual({ receivable: 18_400, held: 0 })

  // Of a higher figure the difference is posted.
  const more = await read(scheduleId, heading, 'P1,Folake Adebayo,6200', 'P2,Musa Bello,6200', 'P3,"EZE, Obi",6200')
  expect(more).toMatchObject({ otherNames: 1, totals: { posted: 6200 - 6000, unallocated: 0, refused: 18_400 } })
  await post(more.id)
  expect(await since(before)).toEqual({ receivable: 3 * 6200, held: 0 })
  expect(await app.checks()).toEqual([])
})

test('what an officer held of a line is called held in a second file, and a stranger’s by the number', async () => {
  const { scheduleId } = await sentMonth()
  const before = await balances()
  const first = await read(scheduleId, 'Staff No,Name,Amount', 'P1,Folake,6200', 'X9,Ngozi Okafor,50', 'X9,Okafor,70')
  await officer(updateReturn, { returnId: first.id, lines: [{ number: 1, decision: 'hold' }] })
  await post(first.id)
  expect(await since(before)).toEqual({ receivable: 6200 + 50 + 70, held: 6200 + 50 + 70 })
  const second = await read(scheduleId, 'Staff No,Name,Amount', 'P1,Folake,6200', 'x9,OKAFOR N.,130')
  expect(await linesOf(second.id)).toEqual([
    ['duplicate', 'P1', 6200, 'refuse', 'Held from an earlier file'],
    ['duplicate', 'x9', 120, 'refuse', 'Held from an earlier file'],
    ['unknown', 'x9', 10, 'hold', null],
    ['missing', 'P2', 0, null, null],
    ['missing', 'P3', 0, null, null],
  ])
})

test('a total of the file that its rows do not come to is shown with their sum before anything is posted', async () => {
  const { scheduleId } = await sentMonth()
  const lines = ['Staff No,Name,Amount', 'P1,Folake,6200', 'P2,Musa,"6,2O0"']
  const { id: returnId, ...found } = await read(scheduleId, ...lines, 'Total,,"12,400"', 'Grand total,,18600')
  expect(found.totalsThatDiffer).toMatchObject([
    { row: 4, says: 12_400, sum: 6200 },
    { row: 5, says: 18_600, sum: 6200 },
  ])
  // The cell that could not be read was the difference of one of them.
  const corrected = await officer(updateReturn, { returnId, rows: [{ row: 3, amount: 6200 }] })
  expect(corrected.totalsThatDiffer).toMatchObject([{ row: 5, says: 18_600, sum: 12_400 }])
  expect(await post(returnId)).toMatchObject({ status: 'posted', totalsThatDiffer: [] })
})

test('a total that is not the sum of its parts is asked about; another month and columns that are not read are named', async () => {
  const { scheduleId } = await sentMonth()
  const heading = 'Staff No,Savings,Shares,Total,Building fund'
  const rows = ['P1,5000,1000,6000,300', 'P2,5000,1000,6000,NIL', 'P3,5000,500,6000,250.50']
  const found = await read(scheduleId, 'RETURN FOR MARCH 2026,,,,', heading, ...rows)
  expect(found).toMatchObject({
    ...{ problems: 1, totals: { file: 12_000 }, sumsApart: null },
    otherMonth: { text: 'RETURN FOR MARCH 2026', period: '2026-03' },
    columnsUnread: [{ heading: 'Building fund', total: 550.5, rows: 2, isPart: false }],
  })
  const cell = '₦6,000.00, parts ₦5,500.00'
  expect(await officer(listReturnRows, { returnId: found.id })).toMatchObject([{ row: 5, problem: 'parts', cell }])
  expect(await officer.refused(postReturn, { returnId: found.id })).toMatchObject({
    message: 'The total in row 5 is not the sum of its parts. Enter the amount, or leave the row out.',
  })
  const corrected = await officer(updateReturn, { returnId: found.id, rows: [{ row: 5, amount: 5500 }] })
  expect(corrected).toMatchObject({ problems: 0, totals: { file: 17_500 } })

  // Where most differ, the parts are of something else: what all come to is told, and the totals stay.
  const apart = await read(scheduleId, heading, 'P1,5000,1000,6200,', 'P2,5000,1000,6200,', 'P3,5000,1000,6000,')
  expect(apart).toMatchObject({
    ...{ problems: 0, totals: { file: 18_400 }, sumsApart: { rows: 2, says: 12_400, sum: 12_000 } },
  })
})

test('a column that is not read is a part of the total that is posted, where the total has it in its sum', async () => {
  const { scheduleId } = await sentMonth()
  const heading = 'Staff No,Savings,Shares,Building fund,Total'
  const found = await read(scheduleId, heading, 'P1,5000,1000,300,6300', 'P2,5000,1000,300,6300', 'P3,5000,1000,,6000')
  expect(found).toMatchObject({
    ...{ problems: 0, totals: { file: 18_600 }, sumsApart: null },
    columnsUnread: [{ heading: 'Building fund', total: 600, rows: 2, isPart: true }],
  })
  // Those totals agree, so the one that does not is asked about, with the sum of all of its parts.
  const one = await read(scheduleId, heading, 'P1,5000,1000,300,6300', 'P2,5000,1000,300,6300', 'P3,5000,1000,300,6500')
  expect(one).toMatchObject({ problems: 1, totals: { file: 12_600 }, sumsApart: null })
  const cell = '₦6,500.00, parts ₦6,300.00'
  expect(await officer(listReturnRows, { returnId: one.id })).toMatchObject([{ row: 4, problem: 'parts', cell }])
})

test('members who have paid for the month already are asked about: their savings are all posted, or what they have paid is held', async () => {
  const { scheduleId, period } = await sentMonth()
  const paid = await officer(listMembers, {})
  const memberId = paid.find(({ membershipno }) => membershipno === numbers[0])!.memberid
  const byHand = (amount: number) => officer(postContribution, { memberId, amount, period, anotherPayment: true })
  await byHand(2000)
  const lines = ['Staff No,Name,Amount', 'P1,Folake,6200', 'P2,Musa,6200', 'P3,Musa,6200']
  const { id: returnId, paidBefore } = await read(scheduleId, ...lines)
  const named = [{ name: 'Folake Adebayo', paid: 2000 }]
  expect(paidBefore).toEqual({ members: 1, paid: 2000, savings: 5000, named, files: [], accepted: false })
  expect(await officer.refused(postReturn, { returnId })).toMatchObject({
    message: `1 member of this return has paid ₦2,000.00 for ${periodName(period)} already. Choose whether to post all of it or to hold what they have paid, then post the return.`,
  })
  expect(await officer(updateReturn, { returnId, paidBefore: { decision: 'post', paid: 2000 } })).toMatchObject({
    ...{ paidBefore: { accepted: true }, totals: { posted: 18_600, unallocated: 0 } },
  })
  // What was paid since is asked about too, and what was seen before is no answer.
  await byHand(1000)
  expect((await officer.refused(postReturn, { returnId })).message).toMatch(/has paid ₦3,000.00/)
  expect(await officer.refused(updateReturn, { returnId, paidBefore: { decision: 'hold', paid: 2000 } })).toMatchObject(
    { message: 'What these members have paid for the month has changed. Look at the figures and choose again.' },
  )
  expect(await officer(updateReturn, { returnId, paidBefore: { decision: 'hold', paid: 3000 } })).toMatchObject({
    ...{ paidBefore: { accepted: true, savings: 2000 }, totals: { posted: 15_600, unallocated: 3000 } },
  })
  // Another decision about the line asks again.
  const decided = await officer(updateReturn, { returnId, kinds: [{ kind: 'exact', decision: 'post' }] })
  expect(decided).toMatchObject({ paidBefore: { accepted: false, savings: 5000 }, totals: { unallocated: 0 } })
  await officer(updateReturn, { returnId, paidBefore: { decision: 'hold', paid: 3000 } })
  const posted = await post(returnId)
  expect(posted).toMatchObject({ status: 'posted', failure: null, paidBefore: null })
  expect(await creditedBy(posted)).toEqual({ contribution: 12_000, share_purchase: 3000 })
  expect(await app.checks()).toEqual([])
})

test('a return that is posted while its members pay otherwise asks about that', async () => {
  const { scheduleId, period } = await sentMonth()
  const { id: returnId } = await read(scheduleId, 'Staff No,Name,Amount', 'P1,Folake,6200')
  await app.admin.query('begin')
  await app.admin.query(
    'select from ledger.head where cooperative_id = (select cooperative_id from app.deduction_return where return_id = $1) for update',
    [returnId],
  )
  const [memberId] = (await officer(listMembers, {})).flatMap(({ memberid, membershipno }) =>
    membershipno === numbers[0] ? memberid : [],
  )
  const byHand = officer(postContribution, { memberId: memberId!, amount: 500, period })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await app.admin.query(waiting)).rowCount === 0) await wait(20)
  await officer(postReturn, { returnId })
  while ((await app.admin.query(waiting)).rowCount! < 2) await wait(20)
  await app.admin.query('commit')
  await byHand
  await app.settled()
  const failure =
    'What these members have paid for this month has changed meanwhile. Choose what to do about it, then post the return again.'
  expect(await officer(getReturn, { returnId })).toMatchObject({ status: 'failed', failure, paidBefore: { paid: 500 } })
  await officer(updateReturn, { returnId, paidBefore: { decision: 'post', paid: 500 } })
  expect(await post(returnId)).toMatchObject({ status: 'posted', failure: null })
})

test('a member is known by an old number, by phone, or by what a column of phones has; a shared phone says whose it may be', async () => {
  const { scheduleId } = await sentMonth()
  const phones = ['+2348090000101', '+2348090000102', '+2348090000102']
  const keep = `update app.member m set former_number = w.former, phone = w.phone, shares_phone = w.shares
    from unnest($1::text[], $2::text[], $3::text[], $4::boolean[]) as w(membershipno, former, phone, shares) where m.membershipno = w.membershipno`
  await app.admin.query(keep, [numbers, ['COOP/17', null, null], phones, [false, false, true]])
  const cells = async (...lines: string[]) =>
    (await linesOf((await read(scheduleId, ...lines)).id))
      .slice(0, lines.length - 1)
      .map(([kind, , , , note]) => [kind, note])
  const share = `2 members share this phone: Musa Bello (${numbers[1]}), Musa Ibrahim Bello (${numbers[2]}). Put the membership number in full in the file and upload it again, or hold the money and allocate it.`
  expect(
    await cells(
      'Member No,Name,Amount',
      'coop / 17,,6200',
      '0809 000 0102,,6200',
      '+234 809 000 0102,Mr BELLO MUSA,6200',
    ),
  ).toEqual([
    ['exact', 'Found by the old membership number'],
    ['unknown', share],
    ['exact', 'Found by phone'],
  ])
  expect(await cells('Phone,Amount', '08090000101,6200')).toEqual([['exact', 'Found by phone']])
})
