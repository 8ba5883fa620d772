import { useQuery } from '@tanstack/react-query'
import { listConfigurationChanges } from '#features/society/configuration/contract.ts'
import { History } from 'lucide'
import { useState } from 'react'
import { accountTypeKindNames } from '#features/accounting/books/rules/account-kinds.ts'
import { approvalSettingLabels, settingsInMoney } from '#features/society/configuration/rules/settings.ts'
import {
  breakNames,
  everyNames,
  maturityNames,
  methodNames,
  roundingNames,
  termLabels,
} from '#features/society/configuration/rules/interest-words.ts'
import { interestBasisLabels, interestMethodLabels } from '#features/loans/loans/rules/loan.ts'
import {
  allocationLabels,
  brokenPeriodLabels,
  dayCountLabels,
  prepaymentLabels,
  repaymentLabels,
} from '#features/loans/loans/rules/schedule-terms.ts'
import { repaidEveryLabels } from '#features/loans/loans/rules/repaid-every.ts'
import { koboFromNaira } from '#core/money.ts'
import { query } from '#ui/api/query.ts'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import type { Column } from '#ui/Table.tsx'
import { moneyText } from '#ui/format.ts'
import { approvalsNames, approvalsText } from './ApprovalsSelect.tsx'
import { societyKindNames } from './InterestFields.tsx'
import type { Change } from './api.ts'

const fieldLabels: Record<string, string> = {
  ...approvalSettingLabels,
  fiscalYearStart: 'Financial year begins',
  shareParValue: 'Value of one share',
  sharesMin: 'Minimum number of shares',
  shareCeilingPercent: 'Maximum shareholding (%)',
  contributionMin: 'Minimum monthly contribution',
  contributionsDueFrom: 'Contributions are due from',
  entranceFee: 'Entrance fee',
  savingsMultiple: 'Savings multiple',
  waitingMonths: 'Months to wait after joining',
  guarantorsRequired: 'Guarantors for a loan',
  exitNoticeMonths: 'Notice in months',
  leavingFee: 'Leaving fee',
  remindDaysBefore: 'Days before an instalment falls due',
  remindOverdue: 'Reminders of what is late',
  remindBySms: 'Reminders by SMS',
  remindByEmail: 'Reminders by e-mail',
  loanInterestBasis: 'Interest is counted',
  provisionClasses: 'Provision for loan losses',
  suspendInterestAfterDays: 'Days late after which interest is suspended',
  arrearsTolerance: 'Tolerated overdue amount',
  arrearsCuredAfter: 'On-time instalments after new terms',
  arrearsToleranceDays: 'Tolerated days late',
  societyKind: 'Kind of society',
  ...termLabels,
  releaseOn: 'Withdrawals from',
  earlyRelease: 'Earlier by an officer',
  name: 'Name',
  code: 'Code',
  class: 'Class',
  holdsCash: 'In the cash book',
  kind: 'Kind',
  isDefault: 'Default',
  retired: 'Retired',
  annualRatePercent: 'Yearly rate, percent',
  instalmentsMax: 'Instalments at most',
  repaidEvery: 'Repaid',
  limitOn: 'A multiple of',
  yearSteps: 'Multiple by years of membership',
  guarantorsUnindebted: 'Guarantors owe no loan',
  guarantorCoverPercent: "Guarantors' savings, percent",
  ownCoverPercent: 'Own savings that stay, percent',
  thirdOfSalary: 'A third of the salary',
  overdueDaysMax: 'Days that an instalment may be overdue',
  writtenOffMayBorrow: 'Borrowing after a write-off',
  loansMax: 'Loans at once',
  sameLoansMax: 'Loans of this kind at once',
  topUpAfterPercent: 'Repaid before a new loan settles it, percent',
  forGoods: 'For goods of the list',
  unit: 'One is',
  price: 'Price',
  approvalSteps: 'Officers who approve',
  fees: 'Fees',
  penalty: 'Penalty',
  rateSteps: 'Rates of shorter loans',
  repayment: 'Principal comes back',
  dayCount: 'Interest counts',
  gracePrincipal: 'First instalments without principal',
  interestPaymentGrace: 'First instalments with nothing to pay',
  interestFree: 'First instalments without interest',
  balloonPercent: 'Left to the last instalment, percent',
  roundingMultiple: 'Instalments rounded to',
  roundingTo: 'Rounded',
  rounding: 'Halves of a kobo',
  flatRest: 'Kobo that rounding leaves',
  prepayment: 'Paying ahead brings',
  lateInterestOn: 'Interest on what is missed of',
  allocation: 'A payment pays first',
  brokenPeriod: 'A first period of another length',
  dueDay: 'Due on day of the month',
  firstDueAfterDays: 'Days before the first instalment',
  workingDays: 'A due day that is no working day',
  afterMaturity: 'After the last due date',
  rebate: 'Interest given back when settled early',
}

const columns: Column<Change>[] = [
  { key: 'subject', header: 'What', card: 'title', cell: (row) => row.subjectName },
  {
    key: 'changes',
    header: 'Change',
    cell: (row) => (
      <ul className="change-fields">
        {row.changes.map(({ field, before, after }) => (
          <li key={field}>
            {fieldLabels[field] ?? field}: {before === null && !isApprovals(field) ? '' : <>{told(field, before)} → </>}
            <strong>{told(field, after)}</strong>
          </li>
        ))}
      </ul>
    ),
  },
  { key: 'by', header: 'Changed by', cell: (row) => row.changedBy },
  { key: 'at', header: 'When', cell: (row) => <DateText on={row.changedAt} time /> },
]

/** What a choice is called on its form. */
const words: Record<string, string> = {
  ...societyKindNames,
  ...methodNames,
  ...everyNames,
  ...maturityNames,
  ...breakNames,
  ...roundingNames,
  ...accountTypeKindNames,
  ...interestBasisLabels,
  ...repaymentLabels,
  ...dayCountLabels,
  ...prepaymentLabels,
  ...allocationLabels,
  ...brokenPeriodLabels,
  up: 'Up',
  nearest: 'To the nearest',
  half_up: 'Up',
  half_even: 'To the even one',
  last: 'In the last instalment',
  each: 'Over all instalments',
  next: 'The working day after it',
  previous: 'The working day before it',
}

function isApprovals(field: string): boolean {
  return (approvalsNames as readonly string[]).includes(field)
}

function told(field: string, value: Change['changes'][number]['after']): string {
  if (isApprovals(field)) return approvalsText(value)
  if (value === null) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (settingsInMoney.includes(field) && typeof value === 'number')
    return moneyText(koboFromNaira(value) ?? (0n as never))
  if (typeof value === 'string' && words[value]) return words[value]
  if (field === 'repaidEvery') return repaidEveryLabels[value as keyof typeof repaidEveryLabels] ?? String(value)
  if (field === 'interestMethod')
    return interestMethodLabels[value as keyof typeof interestMethodLabels] ?? String(value)
  return String(value)
}

/** Who changed what, from what, and when. */
export function ChangeHistory() {
  const [page, setPage] = useState(1)
  const list = useQuery(query(listConfigurationChanges, { page, limit: 10 }))
  return (
    <>
      <List
        asked={list}
        failed="Failed to load the history"
        set={({ page: next = 1 }) => setPage(next)}
        limited
        caption="History of the configuration"
        columns={columns}
        rowKey={(row) => row.id}
        loadingRows={4}
        empty={
          <EmptyState icon={History} title="Nothing was changed yet">
            Each change appears here with what it was before, who made it and when.
          </EmptyState>
        }
      />
    </>
  )
}
