import { createHash } from 'node:crypto'
import { addMonths, firstDayOf, type Period, periodOf } from '#core/calendar.ts'
import type { EmployerId, ReturnId } from '#core/ids.ts'
import { type Kobo, kobo, nairaText, sumKobo, zeroKobo } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import { assignMembers, createEmployer } from '#features/payroll/employers/server/actions.ts'
import { recordRemittance } from '#features/payroll/remittances/server/actions.ts'
import { postReturn, uploadReturn } from '#features/payroll/returns/server/actions.ts'
import { runReturn } from '#features/payroll/returns/server/jobs.ts'
import { createSchedule, sendSchedule } from '#features/payroll/schedules/server/actions.ts'
import { askOf } from '#platform/action.ts'
import { halfOfReturn, isPaidBySalary, leftOutOfReturn } from './sample-people.ts'
import { asOfficer, monthEnd, type SampleSociety, seedDay } from './sample-society.ts'

/**
 * Two employers. One is asked to deduct from next month on; the other has two months behind it, of which it paid the older
 * one a month late and left somebody out of the newer, and its list of this month is on its way.
 */
export async function seedPayroll(society: SampleSociety): Promise<void> {
  const { context, actor, members } = society
  const thisMonth = periodOf(seedDay(society))
  const next = await asOfficer(society, async (tx) => {
    const ask = askOf(tx, actor, context)
    const employer = await createEmployer(ask, {
      name: 'Ministry of Works',
      code: 'IRP-04',
      contactName: 'Salaries unit',
    })
    const rows = members.flatMap(({ membershipno }, n) =>
      n % 3 === 0
        ? [{ membershipno, staffNumber: `MW/${String(1000 + n)}`, shares: kobo(n % 2 === 0 ? 100_000 : 0) }]
        : [],
    )
    await assignMembers(ask, { employerId: employer.id, rows })
    return employer.id
  })
  await sendMonth(society, next, addMonths(thisMonth, 1))

  const earlier = await asOfficer(society, async (tx) => {
    const ask = askOf(tx, actor, context)
    const employer = await createEmployer(ask, {
      name: 'Ministry of Health',
      code: 'IRP-02',
      contactName: 'Accounts department',
    })
    const from = firstDayOf(addMonths(thisMonth, -2))
    const rows = members.flatMap(({ membershipno }, n) =>
      isPaidBySalary(n) ? [{ membershipno, staffNumber: staffNumber(n), from }] : [],
    )
    await assignMembers(ask, { employerId: employer.id, rows })
    return employer.id
  })
  await closeMonth(society, earlier, { monthsAgo: 2, deducted: (_n, monthly) => monthly, paidMonthsAgo: 1 })
  await closeMonth(society, earlier, { monthsAgo: 1, deducted: deductedInPart, paidMonthsAgo: 1 })
  await sendMonth(society, earlier, thisMonth)
}

function staffNumber(n: number): string {
  return `MH/${String(2000 + n)}`
}

async function sendMonth(society: SampleSociety, employerId: EmployerId, period: Period) {
  return asOfficer(society, async (tx) => {
    const ask = askOf(tx, society.actor, society.context)
    const { id } = await createSchedule(ask, { employerId, period })
    await sendSchedule(ask, { scheduleId: id })
    return id
  })
}

type ClosedMonth = { monthsAgo: number; deducted: (n: number, monthly: Kobo) => Kobo; paidMonthsAgo: number }

function deductedInPart(n: number, monthly: Kobo): Kobo {
  if (n === leftOutOfReturn) return zeroKobo
  return n === halfOfReturn ? kobo(monthly / 2n) : monthly
}

/** The list is sent, the employer's file of what it deducted is posted, and all of it is paid over at the end of a month. */
async function closeMonth(
  society: SampleSociety,
  employerId: EmployerId,
  { monthsAgo, deducted, paidMonthsAgo }: ClosedMonth,
): Promise<void> {
  const { context, actor, members } = society
  const today = seedDay(society)
  const period = addMonths(periodOf(today), -monthsAgo)
  const scheduleId = await sendMonth(society, employerId, period)
  const lines = members.flatMap(({ monthlyContributions, registrationDate }, n) => {
    const amount =
      isPaidBySalary(n) && registrationDate <= monthEnd(today, -monthsAgo)
        ? deducted(n, monthlyContributions)
        : zeroKobo
    return amount > 0n ? [{ staffNumber: staffNumber(n), amount }] : []
  })
  const rows = lines.map((line, index) => ({
    number: index + 2,
    cells: [line.staffNumber, nairaText(line.amount)],
    formulas: [],
  }))
  const fileName = `deductions-${period}.csv`
  const sha256 = createHash('sha256')
    .update(JSON.stringify([fileName, rows]))
    .digest()
  const columns = ['Staff number', 'Total']
  const table = { columns, rows, top: [{ number: 1, cells: columns, formulas: [] }] }
  const salaryDay: Context = { ...context, now: new Date(`${period}-27T09:00:00Z`) }
  const { id: returnId } = await asOfficer(society, (tx) =>
    uploadReturn(askOf(tx, actor, salaryDay), { scheduleId, file: { fileName, sha256, table } }),
  )
  await postAll(society, returnId, salaryDay)
  const receivedOn = monthEnd(today, -paidMonthsAgo)
  const { owed } = await asOfficer(society, (tx) =>
    recordRemittance(askOf(tx, actor, context), {
      scheduleId,
      amount: sumKobo(lines.map(({ amount }) => amount)),
      receivedOn,
      reference: `MH/PV/${period.replace('-', '/')}`,
    }),
  )
  if (owed !== 0n) throw new Error(`The Ministry of Health still owes for ${period}`)
}

/** Posts a return without waiting for its job, which then finds it posted. */
async function postAll(society: SampleSociety, returnId: ReturnId, context: Context): Promise<void> {
  await asOfficer(society, (tx) => postReturn(askOf(tx, society.actor, context), { returnId }))
  await runReturn(context, society.actor, returnId)
}
