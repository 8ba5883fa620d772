import { setImmediate as othersFirst } from 'node:timers/promises'
import { addDays, addMonths, type Day, dayText, firstDayOf, lastDayOf, periodOf } from '#core/calendar.ts'
import type { PageOf, Replied } from '#core/contract/endpoint.ts'
import { type FileFormat, fileFormatOf } from '#core/file-format.ts'
import type { AccountId, LoanAccrualId, LoanId, MemberId } from '#core/ids.ts'
import { kobo, type Kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { inAdvanceCode, interestCode, payableCode, receivableCode } from '#features/accounting/books/rules/chart.ts'
import { type JournalLine, journalSums } from '#features/accounting/books/rules/journal.ts'
import { needChartAccount } from '#features/accounting/books/server/reads.ts'
import * as contract from '#features/loans/accruals/contract.ts'
import { accruedOn, type AccruedTotals, accruedTotals } from '#features/loans/loans/rules/accrual.ts'
import type { ArrearsTolerance } from '#features/loans/loans/rules/arrears.ts'
import type { InterestBasis } from '#features/loans/loans/rules/loan.ts'
import { eventsOf, planOfLoan } from '#features/loans/loans/rules/running-loan.ts'
import { findIncomeOfInterest, findLoansOn } from '#features/loans/running-loans/server/reads.ts'
import {
  calculateDepositAccrual,
  type DepositAccrualLine,
  findDepositAccrualLines,
  findReleased,
} from '#features/savings/fixed-deposits/server/reads.ts'
import { pageLines } from '#features/savings/interest/server/page-lines.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { registerReversing } from '#features/savings/transactions/server/actions.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { action } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'

const accrualDayWrong = refusal(
  'accrual_day_wrong',
  422,
  'Choose the last day of a month that is over, in open books, after the newest accrual. The newest such day is {newest}.',
)
const accrualMonthMissing = refusal(
  'accrual_month_missing',
  422,
  'There is no month end to post: interest is counted when it is paid, or the last month that is over is posted or waits for approval.',
)
const accrualLater = refusal(
  'accrual_later',
  409,
  'The interest was accrued again for {on} and rests on this. Reverse the newest accrual first, or reject it if it waits for approval.',
)

/** What an accrual at a month end would be now. Refuses: accrual_day_wrong, chart_account_missing. */
export const previewLoanAccrual = action(
  contract.previewLoanAccrual,
  async ({ tx, now, today }, { on, format: asked, ...list }) => {
    await refuseDay(tx, on, today)
    const { lines, totals, journal, payable, deposits } = await calculateAccrual(tx, on)
    const format = fileFormatOf(asked)
    if (format) return draftAccrual(tx, lines, { format, on, now })
    const [before, rules] = [await findBooked(tx, on), await findApprovalRules(tx)]
    const { receivable, inAdvance, suspended } = totals
    const income = kobo(receivable - inAdvance - before.receivable + before.inAdvance)
    const summary = {
      on,
      loans: lines.length,
      receivable,
      inAdvance,
      suspended,
      deposits: deposits.length,
      payable,
      before: { receivable: before.receivable, inAdvance: before.inAdvance, payable: before.payable },
      income,
      expense: kobo(payable - before.payable),
      approvals: approvalsNeeded(rules, 'journal', journalSums(journal).debit),
    }
    return { ...pageLines(lines, 'receivable', list), summary }
  },
)

/** Refuses: accrual_day_wrong, with the newest day that can be posted. */
export async function refuseDay(tx: Tx, on: Day, today: Day): Promise<void> {
  const ends = await findMonthEnds(tx, today)
  const [newest] = ends
  if (newest === undefined) refuse(accrualMonthMissing({ field: 'on' }))
  if (!ends.includes(on)) refuse(accrualDayWrong({ field: 'on', newest: dayText(newest) }))
}

/** What an accrual at a month end would find now of each fixed deposit. Refuses: accrual_day_wrong. */
export const previewDepositAccrual = action(
  contract.previewDepositAccrual,
  async ({ tx, today, context }, { on, ...list }) => {
    await refuseDay(tx, on, today)
    const { basis } = await findBasis(tx)
    const lines = basis === 'cash' ? [] : await calculateDepositAccrual(tx, on)
    return pageDepositLines(tx, lines, on, list, context)
  },
)

/** What one accrual found of each loan. */
export const listLoanAccrualLines = action(
  contract.listLoanAccrualLines,
  async ({ tx, now }, { accrualId, format: asked, ...list }) => {
    const { on, receivable, inAdvance, suspended } = await findAccrual(tx, accrualId)
    const lines = await findAccrualLines(tx, accrualId)
    const format = fileFormatOf(asked)
    if (format) return draftAccrual(tx, lines, { format, on, now })
    return {
      ...pageLines(lines, 'receivable', list),
      summary: { on, loans: lines.length, receivable, inAdvance, suspended },
    }
  },
)

/** What one accrual found of each fixed deposit. */
export const listDepositAccrualLines = action(
  contract.listDepositAccrualLines,
  async ({ tx, context }, { accrualId, ...list }) => {
    const { on } = await findAccrual(tx, accrualId)
    return pageDepositLines(tx, await findDepositAccrualLines(tx, accrualId), on, list, context)
  },
)

export type AccrualLine = {
  loanId: LoanId
  memberId: MemberId
  membershipno: string
  name: string
  loanConfig: string
  receivable: Kobo
  inAdvance: Kobo
  suspended: Kobo
  daysLate: number
}

type Accrual = Replied<typeof contract.listLoanAccruals>

const accrualColumns = sql`a.accrual_id, a.transaction_id, a.accrued_on as on, a.receivable, a.in_advance, a.suspended, t.status,
  a.payable, t.entry_no::int as entry_number, t.recorded_by_name as recorded_by, t.created_at`
const accrualJoin = sql`join app.transaction t on t.transaction_id = a.transaction_id`

export const listLoanAccruals = pageOf(contract.listLoanAccruals, {
  select: accrualColumns,
  from: sql`app.loan_accrual a ${accrualJoin}`,
  where: {},
  search: () => sql`true`,
  sorts: { on: [sql`a.accrued_on`, sql`t.created_at`] },
  order: '-on',
  last: sql`a.accrual_id`,
  besides: async ({ tx, today }) => ({ ...(await findBasis(tx)), days: await findMonthEnds(tx, today) }),
  summary: (_totals, { basis, suspendAfterDays, days }) => ({ basis, suspendAfterDays, days }),
})

// The journal of an accrual is not reversed while one of a later month is posted or waits: that rests on it. Refuses: accrual_later.
registerReversing({
  async refuse(tx, { entryId }) {
    const later = await tx.maybe<{ on: Day }>(sql`
      select max(o.accrued_on) as on from app.transaction t join app.loan_accrual a on a.transaction_id = t.transaction_id
      join app.loan_accrual o on o.accrued_on > a.accrued_on join app.transaction ot on ot.transaction_id = o.transaction_id and ot.status in ('pending', 'approved')
      where t.entry_id = ${entryId} and t.type = 'journal' having max(o.accrued_on) is not null`)
    if (later) refuse(accrualLater({ on: dayText(later.on) }))
  },
})

async function findBasis(
  tx: Tx,
): Promise<{ basis: InterestBasis; suspendAfterDays: number; tolerance: ArrearsTolerance }> {
  const { amount, days, ...basis } = await tx.one<
    ArrearsTolerance & { basis: InterestBasis; suspendAfterDays: number }
  >(sql`
    select loan_interest_basis as basis, suspend_interest_after_days as suspend_after_days, arrears_tolerance as amount, arrears_tolerance_days as days from app.configuration`)
  return { ...basis, tolerance: { amount, days } }
}

/** How many months somebody can choose from. */
const monthsOffered = 24

/** The month ends that can be posted, newest first: over, in open books, and after what is posted or waits already. */
export async function findMonthEnds(tx: Tx, today: Day): Promise<Day[]> {
  const [{ basis }, { booksBeginOn, closedThrough }, last, booked] = await Promise.all([
    findBasis(tx),
    findOpenDays(tx),
    findLastAccrual(tx),
    findBooked(tx, today),
  ])
  const isBooked = booked.receivable !== 0n || booked.inAdvance !== 0n || booked.payable !== 0n
  if (last?.status === 'pending' || (basis === 'cash' && !isBooked)) return []
  const after = [addDays(booksBeginOn, -1), closedThrough, last?.on].reduce<Day>(
    (latest, day) => (day && day > latest ? day : latest),
    addDays(booksBeginOn, -1),
  )
  const newest = lastDayOf(periodOf(addDays(firstDayOf(periodOf(addDays(today, 1))), -1)))
  const ends = Array.from({ length: monthsOffered }, (_, back) => lastDayOf(addMonths(periodOf(newest), -back)))
  return ends.filter((end) => end > after && end <= today)
}

/** The newest accrual that is posted or waits. */
async function findLastAccrual(tx: Tx): Promise<{ on: Day; status: 'pending' | 'approved' } | undefined> {
  return tx.maybe(
    sql`select a.accrued_on as on, t.status from app.loan_accrual a ${accrualJoin} where t.status in ('pending', 'approved') order by a.accrued_on desc limit 1`,
  )
}

/**
 * What the accruals in force have put into the books, by account, and in sum less what payments have collected since and what deposits that had ended by a day have taken out.
 * Interest that the old books had as earned was there before them: what payments have collected is less by that, and a society that
 * calculates by cash leaves there what is not collected yet. So it is with interest that they owed on fixed deposits.
 */
export async function findBooked(
  tx: Tx,
  on: Day,
): Promise<{
  receivable: Kobo
  inAdvance: Kobo
  byAccount: ReadonlyMap<AccountId, Kobo>
  /** Of interest, and of the margin of a murabaha. */
  collected: { interest: Kobo; margin: Kobo }
  /** Interest on fixed deposits, and what deposits took out of it, less what the old books had of it. */
  payable: Kobo
  released: Kobo
}> {
  const collected = await tx.one<{ interest: Kobo; margin: Kobo }>(sql`
    select coalesce(sum(c.receivable) filter (where l.interest_method <> 'murabaha'), 0)::bigint as interest,
      coalesce(sum(c.receivable) filter (where l.interest_method = 'murabaha'), 0)::bigint as margin
    from (select m.loan_id, m.receivable from app.loan_movement m where m.receivable > 0 and m.status = 'posted'
      union all select o.loan_id, -case c.loan_interest_basis when 'cash' then least(o.receivable, coalesce((select sum(v.receivable) from app.loan_movement v
          where v.loan_id = o.loan_id and v.receivable > 0 and v.status = 'posted'), 0)) else o.receivable end
        from app.configuration c cross join app.loan_taken_over o join app.transaction t on t.transaction_id = o.opening_id and t.status = 'approved' where o.receivable > 0) c
    join app.loan l using (loan_id)`)
  const rows = await tx.many<{ code: string | null; id: AccountId; debit: Kobo }>(sql`
    select k.code, j.account_id as id, sum(j.debit - j.credit)::bigint as debit
    from app.loan_accrual a ${accrualJoin} join app.journal_line j on j.transaction_id = a.transaction_id join ledger.account k on k.account_id = j.account_id
    where t.status = 'approved' group by k.code, j.account_id`)
  const released = await findReleased(tx, on)
  const of = (code: string) => rows.find((row) => row.code === code)?.debit ?? zeroKobo
  return {
    receivable: kobo(of(receivableCode) - collected.interest - collected.margin),
    inAdvance: kobo(-of(inAdvanceCode)),
    byAccount: new Map(rows.map(({ id, debit }) => [id, debit])),
    collected,
    payable: kobo(-of(payableCode) - released),
    released,
  }
}

/** Where earned and unearned interest is. Refuses: chart_account_missing. */
export async function findAccrualAccounts(tx: Tx): Promise<{ receivable: AccountId; inAdvance: AccountId }> {
  const rows = await tx.many<{ code: string; id: AccountId }>(
    sql`select code, account_id as id from ledger.account where code in (${receivableCode}, ${inAdvanceCode}) and not is_control and retired_at is null`,
  )
  const by = (code: string) => rows.find((row) => row.code === code)?.id ?? refuse('chart_account_missing', { code })
  return { receivable: by(receivableCode), inAdvance: by(inAdvanceCode) }
}

export async function findAccrual(tx: Tx, accrualId: LoanAccrualId): Promise<Accrual> {
  const found = await tx.maybe<Accrual>(
    sql`select ${accrualColumns} from app.loan_accrual a ${accrualJoin} where a.accrual_id = ${accrualId}`,
  )
  return found ?? refuse('not_found')
}

export async function findAccrualLines(tx: Tx, accrualId: LoanAccrualId): Promise<AccrualLine[]> {
  return tx.many<AccrualLine>(sql`
    select n.loan_id, l.member_id, m.membershipno, m.first_name || ' ' || m.last_name as name, c.name as loan_config, n.receivable, n.in_advance, n.suspended,
      n.days_late
    from app.loan_accrual_line n join app.loan l on l.loan_id = n.loan_id join app.member m on m.member_id = l.member_id join app.loan_configuration c on c.loan_configuration_id = l.loan_configuration_id
    where n.accrual_id = ${accrualId} order by m.membership_number, n.loan_id`)
}

/** How many loans are read, and computed before other requests have their turn. */
const turn = 500

export type CalculatedAccrual = {
  lines: AccrualLine[]
  totals: AccruedTotals
  journal: JournalLine[]
  /** What payments have taken out of the receivable by now. */ collected: Kobo
  /** What fixed deposits have earned and their members have not been paid, in sum and each. */
  payable: Kobo
  deposits: DepositAccrualLine[]
  /** What deposits that had ended by the day have taken out of the payable, less what the old books had put there. */ released: Kobo
}

/** What every loan and fixed deposit has earned by a day, and the journal that brings the books there from what they say. A society that calculates by cash has nothing there. */
export async function calculateAccrual(tx: Tx, on: Day): Promise<CalculatedAccrual> {
  const { basis, suspendAfterDays, tolerance } = await findBasis(tx)
  const lines: (AccrualLine & { isMurabaha: boolean })[] = []
  for (
    let page = basis === 'cash' ? [] : await findLoansOn(tx, on, undefined, turn);
    page.length > 0;
    page = page.length < turn ? [] : await findLoansOn(tx, on, page.at(-1)?.loanId, turn)
  ) {
    for (const { movements, membershipno, memberName: name, ...loan } of page) {
      const accrued = accruedOn(planOfLoan(loan), eventsOf(movements), on, suspendAfterDays, tolerance)
      if (accrued.receivable + accrued.inAdvance + accrued.suspended === 0n) continue
      lines.push({
        loanId: loan.loanId,
        memberId: loan.memberId,
        membershipno,
        name,
        loanConfig: loan.loanConfig,
        isMurabaha: loan.interestMethod === 'murabaha',
        ...accrued,
      })
    }
    await othersFirst()
  }
  const totals = accruedTotals(lines)
  const deposits = basis === 'cash' ? [] : await calculateDepositAccrual(tx, on)
  const payable = sumKobo(deposits.map((line) => line.payable))
  const [accounts, income, booked] = [
    await findAccrualAccounts(tx),
    await findIncomeOfInterest(tx),
    await findBooked(tx, on),
  ]
  const { byAccount, collected, released } = booked
  const targets: (readonly [AccountId, bigint])[] = [
    [accounts.receivable, totals.receivable],
    [accounts.inAdvance, -totals.inAdvance],
    [income.interest, -totals.interest],
    [income.margin, -totals.margin],
    // A society without deposits needs no accounts for them.
    ...(payable === booked.payable
      ? []
      : ([
          [await needChartAccount(tx, payableCode), -payable - released],
          [await needChartAccount(tx, interestCode), payable + released],
        ] as const)),
  ]
  // Each payment put into receivable what would have been income.
  const taken = new Map<AccountId, bigint>([
    [accounts.receivable, -collected.interest - collected.margin],
    [income.interest, collected.interest],
    [income.margin, collected.margin],
  ])
  const journal = targets.flatMap(([accountId, target]): JournalLine[] => {
    const debit = target - (byAccount.get(accountId) ?? 0n) - (taken.get(accountId) ?? 0n)
    return debit === 0n
      ? []
      : [
          debit > 0n
            ? { accountId, debit: kobo(debit), credit: zeroKobo }
            : { accountId, debit: zeroKobo, credit: kobo(-debit) },
        ]
  })
  return {
    lines: lines.toSorted((one, other) => one.membershipno.localeCompare(other.membershipno)),
    totals,
    journal,
    collected: kobo(collected.interest + collected.margin),
    payable,
    deposits,
    released,
  }
}

type LoanRow = Pick<AccrualLine, 'membershipno' | 'name' | 'loanConfig' | 'receivable' | 'inAdvance' | 'suspended'> & {
  daysLate: number | null
}

const loanColumns: TableColumn<LoanRow>[] = [
  { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
  { header: 'Member', kind: 'text', value: ({ name }) => name },
  { header: 'Loan', kind: 'text', value: ({ loanConfig }) => loanConfig },
  { header: 'Earned, not paid', kind: 'money', value: ({ receivable }) => receivable },
  { header: 'Paid, not earned', kind: 'money', value: ({ inAdvance }) => inAdvance },
  { header: 'Suspended', kind: 'money', value: ({ suspended }) => suspended },
  { header: 'Days late', kind: 'text', value: ({ daysLate }) => (daysLate === null ? '' : String(daysLate)) },
]

/** Interest on loans at a month end, loan by loan, as a file that is written when its transaction has ended. Refuses: file_rows_too_many. */
async function draftAccrual(
  tx: Tx,
  lines: readonly AccrualLine[],
  { format, on, now }: { format: FileFormat; on: Day; now: Date },
): Promise<FileDraft> {
  const sum = (of: (line: AccrualLine) => Kobo) => sumKobo(lines.map(of))
  const total: LoanRow = {
    membershipno: '',
    name: 'All loans',
    loanConfig: '',
    receivable: sum(({ receivable }) => receivable),
    inAdvance: sum(({ inAdvance }) => inAdvance),
    suspended: sum(({ suspended }) => suspended),
    daysLate: null,
  }
  return draftReport(tx, {
    name: 'interest-on-loans',
    title: 'Interest on loans',
    format,
    now,
    days: { to: on },
    columns: loanColumns,
    rows: [...lines, total],
    look: (row) => (row === total ? 'total' : 'plain'),
  })
}

type DepositRow = Omit<DepositAccrualLine, 'depositId' | 'memberId' | 'maturesOn'> & { maturesOn: Day | null }

const depositColumns: TableColumn<DepositRow>[] = [
  { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
  { header: 'Member', kind: 'text', value: ({ name }) => name },
  { header: 'Certificate', kind: 'text', value: ({ certificate }) => certificate },
  { header: 'Deposit', kind: 'text', value: ({ account }) => account },
  { header: 'Matures on', kind: 'date', value: ({ maturesOn }) => maturesOn },
  { header: 'Earned, not paid', kind: 'money', value: ({ payable }) => payable },
]

type Asked = Parameters<typeof pageLines>[2] & { format?: FileFormat | 'json' | undefined }

/** Interest on fixed deposits at a month end, deposit by deposit: a page of it, or a file that is written when its transaction has ended. Refuses: file_rows_too_many. */
async function pageDepositLines(
  tx: Tx,
  lines: readonly DepositAccrualLine[],
  on: Day,
  { format: asked, ...list }: Asked,
  { now }: Pick<Context, 'now'>,
): Promise<PageOf<Replied<typeof contract.listDepositAccrualLines>> | FileDraft> {
  const payable = sumKobo(lines.map((line) => line.payable))
  const format = fileFormatOf(asked)
  if (!format) return { ...pageLines(lines, 'payable', list), summary: { on, deposits: lines.length, payable } }
  const total: DepositRow = {
    membershipno: '',
    name: 'All deposits',
    certificate: '',
    account: '',
    maturesOn: null,
    payable,
  }
  return draftReport(tx, {
    name: 'interest-on-deposits',
    title: 'Interest on fixed deposits',
    format,
    now,
    days: { to: on },
    columns: depositColumns,
    rows: [...lines, total],
    look: (row) => (row === total ? 'total' : 'plain'),
  })
}
