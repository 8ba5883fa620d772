import { createHash } from 'node:crypto'
import { addMonths, firstDayOf, type Period, periodOf } from '#domain/calendar.ts'
import type { EmployerId, ReturnId } from '#domain/ids.ts'
import { type Kobo, kobo, nairaText, sumKobo, zeroKobo } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { assignMembers } from '#server/features/society/deductions/assign-members.ts'
import { createEmployer } from '#server/features/society/deductions/create-employer.ts'
import { createSchedule } from '#server/features/society/deductions/create-schedule.ts'
import { postReturn } from '#server/features/society/deductions/post-return.ts'
import { recordRemittance } from '#server/features/society/deductions/record-remittance.ts'
import { runReturn } from '#server/features/society/deductions/run-return.ts'
import { sendSchedule } from '#server/features/society/deductions/send-schedule.ts'
import { uploadReturn } from '#server/features/society/deductions/upload-return.ts'
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
    const employer = await createEmployer(
      tx,
      actor,
      { name: 'Ministry of Works', code: 'IRP-04', contactName: 'Salaries unit' },
      context,
    )
    const rows = members.flatMap(({ membershipno }, n) =>
      n % 3 === 0
        ? [{ membershipno, staffNumber: `MW/${String(1000 + n)}`, shares: kobo(n % 2 === 0 ? 100_000 : 0) }]
        : [],
    )
    await assignMembers(tx, actor, { employerId: employer.id, rows }, context)
    return employer.id
  })
  await sendMonth(society, next, addMonths(thisMonth, 1))

  const earlier = await asOfficer(society, async (tx) => {
    const employer = await createEmployer(
      tx,
      actor,
      { name: 'Ministry of Health', code: 'IRP-02', contactName: 'Accounts department' },
      context,
    )
    const from = firstDayOf(addMonths(thisMonth, -2))
    const rows = members.flatMap(({ membershipno }, n) =>
      isPaidBySalary(n) ? [{ membershipno, staffNumber: staffNumber(n), from }] : [],
    )
    await assignMembers(tx, actor, { employerId: employer.id, rows }, context)
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
  const { actor } = society
  return asOfficer(society, async (tx) => {
    const { id } = await createSchedule(tx, actor, { employerId, period })
    await sendSchedule(tx, actor, { scheduleId: id })
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
    uploadReturn(tx, actor, { scheduleId, file: { fileName, sha256, table } }, salaryDay),
  )
  await postAll(society, returnId, salaryDay)
  const receivedOn = monthEnd(today, -paidMonthsAgo)
  const { owed } = await asOfficer(society, (tx) =>
    recordRemittance(
      tx,
      actor,
      {
        scheduleId,
        amount: sumKobo(lines.map(({ amount }) => amount)),
        receivedOn,
        reference: `MH/PV/${period.replace('-', '/')}`,
      },
      context,
    ),
  )
  if (owed !== 0n) throw new Error(`The Ministry of Health still owes for ${period}`)
}

/** Posts a return without waiting for its job, which then finds it posted. */
async function postAll(society: SampleSociety, returnId: ReturnId, context: Context): Promise<void> {
  await asOfficer(society, (tx) => postReturn(tx, society.actor, { returnId }, context))
  await runReturn(context, society.actor, returnId)
}
