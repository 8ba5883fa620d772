import { type ComponentType, Suspense, lazy } from 'react'
import { reports } from '#features/accounting/books/rules/report.ts'
import { SendTo } from '#ui/router/SendTo.tsx'
import { useParams } from '#ui/router/place.ts'

const page = (read: () => Promise<ComponentType>) => lazy(async () => ({ default: await read() }))

const tablePage = page(async () => (await import('./TableReportPage.tsx')).TableReportPage)

/** What is under each name; every one is its own file. They share one path, so that no other page carries their list. */
const pages: Record<string, ComponentType> = {
  // A report without a page of its own is one table.
  ...Object.fromEntries(reports.map(({ name }) => [name, tablePage])),
  'trial-balance': page(async () => (await import('./TrialBalancePage.tsx')).TrialBalancePage),
  'income-statement': page(async () => (await import('./IncomeStatementPage.tsx')).IncomeStatementPage),
  'balance-sheet': page(async () => (await import('./BalanceSheetPage.tsx')).BalanceSheetPage),
  'receipts-and-payments': page(async () => (await import('./ReceiptsAndPaymentsPage.tsx')).ReceiptsAndPaymentsPage),
  'cash-book': page(async () => (await import('./CashBookPage.tsx')).CashBookPage),
  'general-ledger': page(async () => (await import('./GeneralLedgerPage.tsx')).GeneralLedgerPage),
  'member-balances': page(async () => (await import('./MemberBalancesPage.tsx')).MemberBalancesPage),
  'audit-pack': page(async () => (await import('./AuditPackPage.tsx')).AuditPackPage),
  accounts: page(async () => (await import('./AccountsPage.tsx')).AccountsPage),
  closing: page(async () => (await import('./ClosingPage.tsx')).ClosingPage),
  audit: page(async () => (await import('./AuditTrailPage.tsx')).AuditTrailPage),
  proof: page(async () => (await import('./ProofPage.tsx')).ProofPage),
}

const EntryPage = page(async () => (await import('./EntryPage.tsx')).EntryPage)

/** The report or the entry that the address names; the list of reports where it names none. */
export function ReportPage() {
  const { report = '', entryId } = useParams()
  const Page = entryId !== undefined ? EntryPage : Object.hasOwn(pages, report) ? pages[report] : undefined
  if (!Page) return <SendTo to="/coop/financial-operations/reports" />
  return (
    <Suspense>
      <Page key={entryId ?? report} />
    </Suspense>
  )
}
