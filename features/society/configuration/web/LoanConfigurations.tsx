import { useQuery } from '@tanstack/react-query'
import { updateLoanConfiguration, listLoanConfigurations } from '#features/society/configuration/contract.ts'
import { Plus } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { interestMethodLabels } from '#features/loans/loans/rules/loan.ts'
import { lengthInWords } from '#features/loans/loans/rules/repaid-every.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { Button } from '#ui/Button.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { Column } from '#ui/Table.tsx'
import { ReadOnlyUnless } from '#ui/ReadOnlyUnless.tsx'
import { ReminderSettings } from './ReminderSettings.tsx'
import { LoanConfigurationDrawer } from './LoanConfigurationDrawer.tsx'
import { OfferedTable } from './OfferedTable.tsx'
import type { LoanConfiguration } from './api.ts'

const GoodsList = lazy(async () => ({ default: (await import('./GoodsList.tsx')).GoodsList }))

function chargesShort({ fees, penalty }: LoanConfiguration): string {
  const told = [fees.length > 0 && (fees.length === 1 ? fees[0]?.name : `${fees.length} fees`), penalty && 'penalty']
    .filter(Boolean)
    .join(', ')
  return told || 'None'
}

const columns: Column<LoanConfiguration>[] = [
  { key: 'name', header: 'Loan', card: 'title', cell: (row) => row.name },
  { key: 'rate', header: 'Yearly rate', align: 'end', cell: (row) => `${row.annualRatePercent} %` },
  { key: 'method', header: 'Interest', cell: (row) => interestMethodLabels[row.interestMethod] ?? row.interestMethod },
  {
    key: 'instalments',
    header: 'Maximum tenor',
    align: 'end',
    cell: (row) => lengthInWords(row.instalmentsMax, row.repaidEvery),
  },
  { key: 'multiple', header: 'Savings multiple', align: 'end', cell: (row) => row.savingsMultiple },
  { key: 'charges', header: 'Fees and penalty', cell: (row) => chargesShort(row) },
]

/** What members may borrow. A change reaches new applications only. */
export function LoanConfigurations() {
  const asked = useQuery(wholeList(listLoanConfigurations, { retired: 'true' }))
  const [editing, setEditing] = useState<LoanConfiguration | 'new'>()
  if (asked.isError) return <LoadProblem title="Failed to load the loan configurations" of={asked} />
  return (
    <>
      <div className="settings-save">
        <p className="muted">Existing applications keep their terms.</p>
        <Button needs="configuration.update" look="primary" icon={Plus} onClick={() => setEditing('new')}>
          Add loan
        </Button>
      </div>
      <OfferedTable
        update={updateLoanConfiguration}
        caption="Loan configurations"
        columns={columns}
        rows={asked.data}
        loadingRows={3}
        failed="The loan configuration was not changed"
        retiredWords="It is closed to new loans. Existing loans and applications keep their terms. You can offer it again at any time."
        onEdit={setEditing}
      />
      {editing && (
        <LoanConfigurationDrawer
          key={editing === 'new' ? 'new' : editing.id}
          loan={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <GoodsList />
      </Suspense>
      <ReadOnlyUnless may="configuration.update">
        <ReminderSettings />
      </ReadOnlyUnless>
    </>
  )
}
