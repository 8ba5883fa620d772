import type { TenantActor } from '#core/actor.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import { reportOf, type ReportName } from '#features/accounting/books/rules/report.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { getBalanceSheet } from '#features/accounting/books/server/get-balance-sheet.ts'
import { getCashBook } from '#features/accounting/books/server/get-cash-book.ts'
import { getIncomeStatement } from '#features/accounting/books/server/get-income-statement.ts'
import { getMemberBalances } from '#features/accounting/books/server/get-member-balances.ts'
import { getReceiptsAndPayments } from '#features/accounting/books/server/get-receipts-and-payments.ts'
import { getTrialBalance } from '#features/accounting/books/server/get-trial-balance.ts'
import { getArrearsReport } from '#features/loans/reports/server/get-arrears-report.ts'
import { getDefaultersReport } from '#features/loans/reports/server/get-defaulters-report.ts'
import { getLoansReport } from '#features/loans/reports/server/get-loans-report.ts'
import { getPortfolioAtRiskReport } from '#features/loans/reports/server/get-portfolio-at-risk-report.ts'
import { getProvisionsReport } from '#features/loans/reports/server/get-provisions-report.ts'
import { getMembersRegisterReport, getSharesRegisterReport } from '#features/members/reports/server/reads.ts'
import { getFixedAssetsReport } from '#features/accounting/fixed-assets/server/get-fixed-assets-report.ts'
import { getAppropriationReport, getDividendsReport } from '#features/surplus/appropriation/server/reads.ts'
import { type Ask, askOf } from '#platform/action.ts'
import { getContributionsReport } from '#features/savings/contribution-report/server/reads.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import type { WritableTable } from '#platform/files/table-file.ts'
import { drawCertificate } from './draw-certificate.ts'
import { drawMeetings, drawMinutes, drawResolutions } from './draw-meetings.ts'
import { drawActions } from './draw-actions.ts'
import { drawAuditQueries } from './draw-audit-queries.ts'
import { drawBankAccounts } from './draw-bank-accounts.ts'
import { drawFilings } from './draw-filings.ts'
import { drawLoansToOfficers } from './draw-loans-to-officers.ts'
import { drawOfficers } from './draw-officers.ts'
import { drawTerms } from './draw-terms.ts'
import { drawReversals } from './draw-reversals.ts'
import type { Drawing } from './queries.ts'

/** One part of the pack: a sheet of its workbook, a section of its PDF. */
type PackPart = {
  title: string
  says: string
  /** The name of its sheet, 31 characters at most. */
  sheet: string
  draw: (drawing: Drawing) => Promise<Omit<WritableTable, 'sheet'>>
}

type Input = { from: FiscalYear['from']; to: FiscalYear['to']; asOf: FiscalYear['to']; format: 'xlsx' } & Paging
type Paging = { page: number; limit: number }

/** A report, as it is downloaded alone. */
function report(
  name: ReportName,
  sheet: string,
  run: (tx: Tx, actor: TenantActor, input: Input, context: Context) => Promise<unknown>,
): PackPart {
  const { title, says } = reportOf(name)
  return {
    title,
    says,
    sheet,
    draw: async ({ tx, actor, days: { from, to }, context, head }) => {
      const drawn = await run(tx, actor, { from, to, asOf: to, format: 'xlsx', page: 1, limit: 1 }, context)
      if (!(drawn instanceof FileDraft) || !drawn.table) throw new Error(`${name} is not one table`)
      const { lines } = drawn.table.head
      return { ...drawn.table, head: { ...head, lines } }
    },
  }
}

/** A report that is an action, in the form of those that are not yet. */
const asUseCase =
  (run: (ask: Ask, input: Input) => Promise<unknown>) => (tx: Tx, actor: TenantActor, input: Input, context: Context) =>
    run(askOf(tx, actor, context), input)

/** In the order in which an auditor reads them. */
export const packParts: readonly PackPart[] = [
  {
    title: 'Certificate',
    says: 'Whose books they are, how they end, and what their proof found.',
    sheet: 'Certificate',
    draw: drawCertificate,
  },
  report('trial-balance', 'Trial balance', getTrialBalance),
  report('income-statement', 'Income and expenditure', getIncomeStatement),
  report('balance-sheet', 'Balance sheet', getBalanceSheet),
  report('receipts-and-payments', 'Receipts and payments', getReceiptsAndPayments),
  report('appropriation', 'Appropriation', asUseCase(getAppropriationReport)),
  report('dividends', 'Dividends', asUseCase(getDividendsReport)),
  report('cash-book', 'Cash book', getCashBook),
  {
    title: 'Cash and bank accounts',
    says: 'What the books say of each account, through which day its statements were read, and what of them is open.',
    sheet: 'Cash and bank',
    draw: drawBankAccounts,
  },
  {
    title: 'Reversed entries',
    says: 'What was undone in the period, by whom and why.',
    sheet: 'Reversals',
    draw: drawReversals,
  },
  report('fixed-assets', 'Fixed assets', getFixedAssetsReport),
  report('members-register', 'Members', asUseCase(getMembersRegisterReport)),
  report('member-balances', 'Member balances', getMemberBalances),
  report('contributions', 'Contributions', asUseCase(getContributionsReport)),
  report('shares-register', 'Shares', asUseCase(getSharesRegisterReport)),
  report('loans', 'Loans', getLoansReport),
  report('arrears', 'Loans in arrears', getArrearsReport),
  report('defaulters', 'Defaulters', getDefaultersReport),
  report('portfolio-at-risk', 'Portfolio at risk', getPortfolioAtRiskReport),
  report('provisions', 'Provisions', getProvisionsReport),
  {
    title: 'Loans to officers',
    says: 'What was outstanding from members who hold an office.',
    sheet: 'Loans to officers',
    draw: drawLoansToOfficers,
  },
  { title: 'Officers', says: 'Who holds which office, and until when.', sheet: 'Officers', draw: drawOfficers },
  {
    title: 'Terms of office',
    says: 'Who held which post or seat of a committee in the period, and how they came to it.',
    sheet: 'Terms of office',
    draw: drawTerms,
  },
  {
    title: 'Meetings',
    says: 'The meetings of the period with their notices and attendance.',
    sheet: 'Meetings',
    draw: drawMeetings,
  },
  {
    title: 'Resolutions',
    says: 'What the meetings resolved, with the votes.',
    sheet: 'Resolutions',
    draw: drawResolutions,
  },
  { title: 'Minutes', says: 'The minutes of the meetings, word for word.', sheet: 'Minutes', draw: drawMinutes },
  {
    title: 'Open actions',
    says: 'What meetings decided and was not done by the end of the period.',
    sheet: 'Open actions',
    draw: drawActions,
  },
  {
    title: 'Compliance calendar',
    says: 'Returns, audits and licences that were due or done in the period.',
    sheet: 'Compliance calendar',
    draw: drawFilings,
  },
  {
    title: 'Audit queries',
    says: 'What auditors asked, and what the officers answered.',
    sheet: 'Audit queries',
    draw: drawAuditQueries,
  },
]
