import { roleName } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import { reportOf, type ReportName } from '#features/accounting/books/rules/report.ts'
import { getCashBook } from '#features/accounting/books/server/get-cash-book.ts'
import { getMemberBalances } from '#features/accounting/books/server/get-member-balances.ts'
import {
  findCash,
  getBalanceSheet,
  getIncomeStatement,
  getReceiptsAndPayments,
  getTrialBalance,
  proveBooks,
} from '#features/accounting/books/server/reads.ts'
import {
  findLoansOfReport,
  getArrearsReport,
  getDefaultersReport,
  getLoansReport,
  getPortfolioAtRiskReport,
  getProvisionsReport,
  type LoanOfReport,
} from '#features/loans/reports/server/reads.ts'
import { getMembersRegisterReport, getSharesRegisterReport } from '#features/members/reports/server/reads.ts'
import { getFixedAssetsReport } from '#features/accounting/fixed-assets/server/reads.ts'
import { getAppropriationReport, getDividendsReport } from '#features/surplus/appropriation/server/reads.ts'
import { getContributionsReport } from '#features/savings/contribution-report/server/reads.ts'
import { listBankAccounts } from '#features/accounting/reconciliation/server/queries.ts'
import { type Action, findActionsOpenOn } from '#features/governance/actions/server/reads.ts'
import { enquiryStatusNames } from '#features/governance/enquiries/rules/enquiry.ts'
import { type AuditQueryLine, findAuditQueries } from '#features/governance/enquiries/server/reads.ts'
import { type Filing, findFilingsBetween } from '#features/governance/filings/server/reads.ts'
import { meetingKindNames, type MeetingStatus } from '#features/governance/meetings/rules/meeting.ts'
import { endReasonNames, wayToPostNames } from '#features/governance/officers/rules/words.ts'
import type { VoteOutcome } from '#features/governance/votes/rules/outcome.ts'
import type { Ask } from '#platform/action.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import type { RowLook, TableColumn } from '#platform/files/table-columns.ts'
import { type WritableTable, writableTable } from '#platform/files/table-file.ts'
import type { PaperHead } from '#platform/files/table-paper.ts'
import {
  findMeetingsBetween,
  findOfficers,
  findReversalsBetween,
  findTermsBetween,
  type MeetingLine,
  type OfficerLine,
  type ReversalLine,
  type Society,
  type TermLine,
} from './reads.ts'

/** One part of the pack: a sheet of its workbook, a section of its PDF. */
type PackPart = {
  title: string
  says: string
  /** The name of its sheet, 31 characters at most. */
  sheet: string
  draw: (drawing: Drawing) => Promise<Omit<WritableTable, 'sheet'>>
}

/** What a part of the pack is drawn from. */
type Drawing = Ask & {
  days: FiscalYear
  society: Society
  /** With the title of the part. */
  head: PaperHead
}

type Listing<Row> = Omit<PackPart, 'draw'> & {
  columns: readonly TableColumn<Row>[]
  rows: (drawing: Drawing) => Promise<readonly Row[]>
  look?: (row: Row) => RowLook
}

/** A table of rows that the pack alone has. */
function listing<Row>({ columns, rows, look, ...part }: Listing<Row>): PackPart {
  return {
    ...part,
    draw: async (drawing) =>
      writableTable<Row>({ sheet: part.title, head: drawing.head, columns }, await rows(drawing), look),
  }
}

type Input = { from: FiscalYear['from']; to: FiscalYear['to']; asOf: FiscalYear['to']; format: 'xlsx' } & Paging
type Paging = { page: number; limit: number }

/** A report, as it is downloaded alone. */
function report(name: ReportName, sheet: string, run: (ask: Ask, input: Input) => Promise<unknown>): PackPart {
  const { title, says } = reportOf(name)
  return {
    title,
    says,
    sheet,
    draw: async ({ days: { from, to }, head, ...ask }) => {
      const drawn = await run(ask, { from, to, asOf: to, format: 'xlsx', page: 1, limit: 1 })
      if (!(drawn instanceof FileDraft) || !drawn.table) throw new Error(`${name} is not one table`)
      const { lines } = drawn.table.head
      return { ...drawn.table, head: { ...head, lines } }
    },
  }
}

const statusNames: Record<MeetingStatus, string> = { planned: 'Planned', held: 'Held', cancelled: 'Cancelled' }
const outcomeNames: Record<VoteOutcome, string> = { carried: 'Carried', lost: 'Lost', tied: 'Tied', counted: 'Counted' }

type Line = { what: string; found: string; heading?: true }
type BankLine = Awaited<ReturnType<typeof findBankLines>>[number]
type Resolution = MeetingLine['resolutions'][number] & Pick<MeetingLine, 'date' | 'title'>
type MinutesLine = { text: string; heading?: true }
type OfficersLoan = Pick<LoanOfReport, 'membershipno' | 'name' | 'product' | 'outstanding' | 'overdue'> & {
  office: string
  daysLate: number | null
  isTotal?: true
}

/** In the order in which an auditor reads them. */
export const packParts: readonly PackPart[] = [
  listing<Line>({
    title: 'Certificate',
    says: 'Whose books they are, how they end, and what their proof found.',
    sheet: 'Certificate',
    columns: [
      { header: 'What', kind: 'text', width: 45, value: ({ what }) => what },
      { header: 'Found', kind: 'text', width: 110, value: ({ found }) => found },
    ],
    rows: findCertificate,
    look: ({ heading }) => (heading ? 'heading' : 'plain'),
  }),
  report('trial-balance', 'Trial balance', getTrialBalance),
  report('income-statement', 'Income and expenditure', getIncomeStatement),
  report('balance-sheet', 'Balance sheet', getBalanceSheet),
  report('receipts-and-payments', 'Receipts and payments', getReceiptsAndPayments),
  report('appropriation', 'Appropriation', getAppropriationReport),
  report('dividends', 'Dividends', getDividendsReport),
  report('cash-book', 'Cash book', getCashBook),
  listing<BankLine>({
    title: 'Cash and bank accounts',
    says: 'What the books say of each account, through which day its statements were read, and what of them is open.',
    sheet: 'Cash and bank',
    columns: [
      { header: 'Code', kind: 'text', width: 8, value: ({ code }) => code },
      { header: 'Account', kind: 'text', width: 34, value: ({ name }) => name },
      { header: 'Opening balance', kind: 'money', value: ({ opening }) => opening },
      { header: 'Closing balance', kind: 'money', value: ({ closing }) => closing },
      { header: 'Statements read to', kind: 'date', width: 18, value: ({ statements }) => statements?.asOf ?? null },
      {
        header: 'Lines not matched',
        kind: 'number',
        width: 17,
        value: ({ statements }) => statements?.openLines ?? null,
      },
    ],
    rows: findBankLines,
  }),
  listing<ReversalLine>({
    title: 'Reversed entries',
    says: 'What was undone in the period, by whom and why.',
    sheet: 'Reversals',
    columns: [
      { header: 'Entry', kind: 'number', width: 8, value: ({ number }) => number },
      { header: 'Date', kind: 'date', value: ({ on }) => on },
      { header: 'Reverses entry', kind: 'number', width: 14, value: ({ reverses }) => reverses },
      { header: 'Of', kind: 'date', value: ({ reversedOn }) => reversedOn },
      { header: 'Amount', kind: 'money', value: ({ amount }) => amount },
      { header: 'Reason', kind: 'text', width: 40, value: ({ reason }) => reason },
      { header: 'By', kind: 'text', width: 24, value: ({ by }) => by },
    ],
    rows: ({ tx, days }) => findReversalsBetween(tx, days),
  }),
  report('fixed-assets', 'Fixed assets', getFixedAssetsReport),
  report('members-register', 'Members', getMembersRegisterReport),
  report('member-balances', 'Member balances', getMemberBalances),
  report('contributions', 'Contributions', getContributionsReport),
  report('shares-register', 'Shares', getSharesRegisterReport),
  report('loans', 'Loans', getLoansReport),
  report('arrears', 'Loans in arrears', getArrearsReport),
  report('defaulters', 'Defaulters', getDefaultersReport),
  report('portfolio-at-risk', 'Portfolio at risk', getPortfolioAtRiskReport),
  report('provisions', 'Provisions', getProvisionsReport),
  listing<OfficersLoan>({
    title: 'Loans to officers',
    says: 'What was outstanding from members who hold an office.',
    sheet: 'Loans to officers',
    columns: [
      { header: 'Office', kind: 'text', width: 22, value: ({ office }) => office },
      { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
      { header: 'Member', kind: 'text', value: ({ name }) => name },
      { header: 'Loan product', kind: 'text', width: 22, value: ({ product }) => product },
      { header: 'Outstanding', kind: 'money', value: ({ outstanding }) => outstanding },
      { header: 'Overdue', kind: 'money', value: ({ overdue }) => overdue },
      { header: 'Days late', kind: 'number', value: ({ daysLate }) => daysLate },
    ],
    rows: findLoansToOfficers,
    look: ({ isTotal }) => (isTotal ? 'total' : 'plain'),
  }),
  listing<OfficerLine>({
    title: 'Officers',
    says: 'Who holds which office, and until when.',
    sheet: 'Officers',
    columns: [
      { header: 'Office', kind: 'text', width: 26, value: officesOf },
      { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
      { header: 'Member', kind: 'text', value: ({ name }) => name },
      { header: 'Until', kind: 'date', value: ({ endsOn }) => endsOn },
    ],
    rows: ({ tx, days }) => findOfficers(tx, days.to),
  }),
  listing<TermLine>({
    title: 'Terms of office',
    says: 'Who held which post or seat of a committee in the period, and how they came to it.',
    sheet: 'Terms of office',
    columns: [
      { header: 'Post', kind: 'text', width: 26, value: ({ post }) => post },
      { header: 'Committee', kind: 'text', width: 24, value: ({ committee }) => committee },
      { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
      { header: 'Member', kind: 'text', value: ({ name }) => name },
      { header: 'From', kind: 'date', value: ({ startedOn }) => startedOn },
      { header: 'How', kind: 'text', width: 18, value: ({ cameBy }) => wayToPostNames[cameBy] },
      { header: 'To', kind: 'date', value: ({ endedOn }) => endedOn },
      {
        header: 'Why it ended',
        kind: 'text',
        width: 24,
        value: ({ endReason }) => endReason && endReasonNames[endReason],
      },
    ],
    rows: ({ tx, days }) => findTermsBetween(tx, days),
  }),
  listing<MeetingLine>({
    title: 'Meetings',
    says: 'The meetings of the period with their notices and attendance.',
    sheet: 'Meetings',
    columns: [
      { header: 'Date', kind: 'date', value: ({ date }) => date },
      { header: 'Kind', kind: 'text', width: 24, value: ({ kind }) => meetingKindNames[kind] },
      { header: 'Meeting', kind: 'text', width: 34, value: ({ title }) => title },
      { header: 'Status', kind: 'text', width: 10, value: ({ status }) => statusNames[status] },
      { header: 'Notice sent on', kind: 'date', width: 14, value: ({ noticeOn }) => noticeOn },
      { header: 'To members', kind: 'number', width: 11, value: ({ noticeRecipients }) => noticeRecipients },
      { header: 'Short notice', kind: 'text', width: 24, value: ({ shortNoticeReason }) => shortNoticeReason },
      { header: 'Present', kind: 'number', value: ({ present }) => present },
      { header: 'Quorum', kind: 'number', value: ({ quorum }) => quorum },
      { header: 'Minutes adopted', kind: 'date', width: 16, value: ({ adoptedOn }) => adoptedOn },
    ],
    rows: ({ tx, days }) => findMeetingsBetween(tx, days),
  }),
  listing<Resolution>({
    title: 'Resolutions',
    says: 'What the meetings resolved, with the votes.',
    sheet: 'Resolutions',
    columns: [
      { header: 'Date', kind: 'date', value: ({ date }) => date },
      { header: 'Meeting', kind: 'text', width: 30, value: ({ title }) => title },
      { header: 'Resolution', kind: 'text', width: 80, value: ({ text }) => text },
      { header: 'For', kind: 'number', width: 8, value: (line) => line.for },
      { header: 'Against', kind: 'number', width: 8, value: ({ against }) => against },
      { header: 'Abstained', kind: 'number', value: ({ abstain }) => abstain },
      { header: 'Result', kind: 'text', width: 10, value: ({ outcome }) => (outcome ? outcomeNames[outcome] : null) },
    ],
    rows: async ({ tx, days }) =>
      (await findMeetingsBetween(tx, days)).flatMap(({ date, title, resolutions }) =>
        resolutions.map((each) => ({ ...each, date, title })),
      ),
  }),
  listing<MinutesLine>({
    title: 'Minutes',
    says: 'The minutes of the meetings, word for word.',
    sheet: 'Minutes',
    columns: [{ header: 'Minutes', kind: 'text', width: 160, value: ({ text }) => text }],
    rows: findMinutesLines,
    look: ({ heading }) => (heading ? 'heading' : 'plain'),
  }),
  // As they were then.
  listing<Action>({
    title: 'Open actions',
    says: 'What meetings decided and was not done by the end of the period.',
    sheet: 'Open actions',
    columns: [
      { header: 'Due on', kind: 'date', value: ({ dueOn }) => dueOn },
      { header: 'Overdue', kind: 'text', width: 10, value: ({ isOverdue }) => (isOverdue ? 'Yes' : 'No') },
      { header: 'Action', kind: 'text', width: 70, value: ({ wording }) => wording },
      { header: 'By', kind: 'text', width: 26, value: ({ memberName }) => memberName },
      { header: 'Meeting', kind: 'text', width: 30, value: ({ meetingTitle }) => meetingTitle },
      { header: 'Held on', kind: 'date', value: ({ meetingDate }) => meetingDate },
      { header: 'Ended since on', kind: 'date', width: 14, value: ({ endedOn }) => endedOn },
    ],
    rows: async ({ tx, days: { to } }) =>
      (await findActionsOpenOn(tx, to)).map((each) => ({ ...each, isOverdue: each.dueOn < to })),
  }),
  listing<Filing>({
    title: 'Compliance calendar',
    says: 'Returns, audits and licences that were due or done in the period.',
    sheet: 'Compliance calendar',
    columns: [
      { header: 'Due on', kind: 'date', value: ({ dueOn }) => dueOn },
      { header: 'What', kind: 'text', width: 40, value: ({ name }) => name },
      { header: 'To', kind: 'text', width: 36, value: ({ authority }) => authority },
      { header: 'Done on', kind: 'date', value: ({ doneOn }) => doneOn },
      { header: 'By', kind: 'text', width: 24, value: ({ doneBy }) => doneBy },
      { header: 'Reference', kind: 'text', width: 20, value: ({ reference }) => reference },
    ],
    rows: ({ tx, days }) => findFilingsBetween(tx, days),
  }),
  // Each message of those that were raised or changed since the period began.
  listing<AuditQueryLine>({
    title: 'Audit queries',
    says: 'What auditors asked, and what the officers answered.',
    sheet: 'Audit queries',
    columns: [
      { header: 'Date', kind: 'date', value: ({ writtenAt }) => dayIn(writtenAt) },
      { header: 'Query', kind: 'text', width: 34, value: ({ subject }) => subject },
      { header: 'Status', kind: 'text', width: 20, value: ({ status }) => enquiryStatusNames[status] },
      { header: 'By', kind: 'text', width: 22, value: ({ author }) => author },
      { header: 'Message', kind: 'text', width: 110, value: ({ text }) => text },
    ],
    rows: ({ tx, days }) => findAuditQueries(tx, days.from),
  }),
]

/** Whose books they are and how they end, and each check of the proof of the books with what it found. */
async function findCertificate(drawing: Drawing): Promise<Line[]> {
  const { actor, days, society } = drawing
  const { holds, lastEntry, hash, checks } = await proveBooks(drawing, {})
  return [
    { what: 'Society', found: society.name },
    { what: 'Number on Ajose', found: society.coopId },
    { what: 'Registration number', found: society.registrationNumber ?? 'Not recorded' },
    { what: 'Period', found: `${dayText(days.from)} to ${dayText(days.to)}` },
    { what: 'Printed by', found: actor.name },
    { what: 'Last entry of the books', found: `No. ${lastEntry}` },
    { what: 'Its hash, which covers every entry before it', found: hash },
    {
      what: 'Last anchor outside the database',
      found: society.anchorDay ? dayText(society.anchorDay) : 'None yet: the first is made within a day',
    },
    ...(society.anchorHash ? [{ what: 'Hash of that anchor', found: society.anchorHash }] : []),
    { what: 'Proof of the books', found: holds ? 'The books agree' : 'The books do not agree', heading: true },
    ...checks.map((check) => ({
      what: check.title,
      found: check.holds ? `Holds: ${check.says}` : (check.wrong ?? ''),
    })),
  ]
}

async function findBankLines({ tx, days }: Drawing) {
  const known = new Map((await listBankAccounts(tx)).map((each) => [each.accountId, each]))
  return (await findCash(tx, days)).map((each) => ({ ...each, statements: known.get(each.accountId) }))
}

/** The loans that ran on the last day of the period, of members who hold an office. */
async function findLoansToOfficers({ tx, days, today }: Drawing): Promise<OfficersLoan[]> {
  const offices = new Map((await findOfficers(tx, days.to)).map((each) => [each.memberId, officesOf(each)]))
  const { loans } = await findLoansOfReport(tx, { asOf: days.to }, today)
  const own: OfficersLoan[] = loans.flatMap((loan) => {
    const office = offices.get(loan.memberId)
    return office === undefined ? [] : [{ ...loan, office }]
  })
  const sum = (of: (loan: OfficersLoan) => Kobo) => sumKobo(own.map(of))
  const total: OfficersLoan = {
    office: 'Total',
    membershipno: '',
    name: '',
    product: '',
    outstanding: sum(({ outstanding }) => outstanding),
    overdue: sum(({ overdue }) => overdue),
    daysLate: null,
    isTotal: true,
  }
  return [...own, total]
}

/** “Treasurer, Chair, Loan committee” */
function officesOf({ roles, posts }: OfficerLine): string {
  const offices = roles.filter((role) => role !== 'member').map(roleName)
  // A post that carries the office of its name is one thing.
  return [...offices.filter((office) => !posts.includes(office)), ...posts].join(', ')
}

/** As wide as the paper takes. */
const lineLength = 150

/** Word for word, in lines that fit the paper. */
async function findMinutesLines({ tx, days }: Drawing): Promise<MinutesLine[]> {
  return (await findMeetingsBetween(tx, days)).flatMap(({ date, title, minutes }): MinutesLine[] =>
    minutes === null
      ? []
      : [{ text: `${dayText(date)}: ${title}`, heading: true }, ...linesOf(minutes).map((text) => ({ text }))],
  )
}

/** Broken at spaces; a word that is longer than a line is broken where the line ends. */
export function linesOf(text: string): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.trimEnd().split(' ')) {
      if (line !== '' && line.length + 1 + word.length > lineLength) {
        lines.push(line)
        line = ''
      }
      line = line === '' ? word : `${line} ${word}`
      while (line.length > lineLength) {
        lines.push(line.slice(0, lineLength))
        line = line.slice(lineLength)
      }
    }
    return [...lines, line]
  })
}
