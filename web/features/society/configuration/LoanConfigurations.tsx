import { useQuery } from '@tanstack/react-query'
import { updateLoanConfiguration, listLoanConfigurations } from '#contract/society/configuration.ts'
import { Archive, ArchiveRestore, EllipsisVertical, Pencil, Plus, Star } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { interestMethodLabels } from '#domain/lending/loans/loan.ts'
import { lengthInWords } from '#domain/lending/loans/repaid-every.ts'
import { useAction } from '#web/api/use-action.ts'
import { query } from '#web/api/query.ts'
import { RefusedBanner } from '#web/ui/ActionProblem.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Menu, type MenuItem } from '#web/ui/Menu.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { toast } from '#web/ui/toast.ts'
import { ReadOnlyUnless } from '#web/ui/ReadOnlyUnless.tsx'
import { ReminderSettings } from './ReminderSettings.tsx'
import { LoanConfigurationDrawer } from './LoanConfigurationDrawer.tsx'
import { type LoanConfiguration } from './api.ts'

const GoodsList = lazy(async () => ({ default: (await import('./GoodsList.tsx')).GoodsList }))

function chargesShort({ fees, penalty }: LoanConfiguration): string {
  const told = [fees.length > 0 && (fees.length === 1 ? fees[0]?.name : `${fees.length} fees`), penalty && 'penalty']
    .filter(Boolean)
    .join(', ')
  return told || 'None'
}

/** What members may borrow. A change reaches new applications only. */
export function LoanConfigurations() {
  const asked = useQuery(query(listLoanConfigurations, { retired: 'true' }))
  const [editing, setEditing] = useState<LoanConfiguration | 'new'>()
  const [retiring, setRetiring] = useState<LoanConfiguration>()
  const update = useAction(updateLoanConfiguration)
  const change = (loan: LoanConfiguration, changes: { isDefault?: true; retired?: boolean }, done: string) =>
    update.mutate({ id: loan.id, ...changes }, { onSuccess: () => toast.success(done) })
  const items = (loan: LoanConfiguration): MenuItem[] => [
    { label: 'Edit', needs: 'configuration.update' as const, icon: Pencil, onSelect: () => setEditing(loan) },
    ...(loan.retired
      ? [
          {
            label: 'Offer again',
            needs: 'configuration.update' as const,
            icon: ArchiveRestore,
            onSelect: () => change(loan, { retired: false }, `${loan.name} is offered again`),
          },
        ]
      : [
          {
            label: 'Make default',
            needs: 'configuration.update' as const,
            icon: Star,
            disabled: loan.isDefault,
            onSelect: () => change(loan, { isDefault: true }, `${loan.name} is the default`),
          },
          {
            label: 'Retire',
            needs: 'configuration.update' as const,
            icon: Archive,
            danger: true,
            onSelect: () => setRetiring(loan),
          },
        ]),
  ]
  const columns: Column<LoanConfiguration>[] = [
    { key: 'name', header: 'Loan', card: 'title', cell: (row) => row.name },
    { key: 'rate', header: 'Yearly rate', align: 'end', cell: (row) => `${row.annualRatePercent} %` },
    { key: 'method', header: 'Interest', cell: (row) => interestMethodLabels[row.interestMethod] },
    {
      key: 'instalments',
      header: 'Maximum tenor',
      align: 'end',
      cell: (row) => lengthInWords(row.instalmentsMax, row.repaidEvery),
    },
    { key: 'multiple', header: 'Savings multiple', align: 'end', cell: (row) => row.savingsMultiple },
    { key: 'charges', header: 'Fees and penalty', cell: (row) => chargesShort(row) },
    {
      key: 'state',
      header: 'State',
      cell: (row) => (row.retired ? <Tag>Retired</Tag> : row.isDefault ? <Tag tone="success">Default</Tag> : 'Offered'),
    },
    {
      key: 'menu',
      header: '',
      card: 'corner',
      width: '64px',
      cell: (row) => (
        <Menu
          label={`Actions for ${row.name}`}
          items={items(row)}
          trigger={(props) => <IconButton icon={EllipsisVertical} label={`Actions for ${row.name}`} {...props} />}
        />
      ),
    },
  ]
  if (asked.isError) return <LoadProblem title="Failed to load the loan configurations" of={asked} />
  return (
    <>
      <div className="settings-save">
        <p className="muted">Existing applications keep their terms.</p>
        <Button needs="configuration.update" look="primary" icon={Plus} onClick={() => setEditing('new')}>
          Add loan
        </Button>
      </div>
      {update.error && <RefusedBanner error={update.error} title="The loan configuration was not changed" />}
      <Table
        caption="Loan configurations"
        columns={columns}
        rows={asked.data}
        rowKey={(row) => row.id}
        loadingRows={3}
      />
      {editing && (
        <LoanConfigurationDrawer
          key={editing === 'new' ? 'new' : editing.id}
          loan={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      <Dialog
        open={retiring !== undefined}
        onClose={() => setRetiring(undefined)}
        title={`Retire ${retiring?.name ?? ''}?`}
        description="It is closed to new loans. Existing loans and applications keep their terms. You can offer it again at any time."
        actions={
          <>
            <Button onClick={() => setRetiring(undefined)}>Keep it</Button>
            <Button
              look="danger"
              onClick={() => {
                if (retiring) change(retiring, { retired: true }, `${retiring.name} is retired`)
                setRetiring(undefined)
              }}
            >
              {`Retire ${retiring?.name ?? ''}`}
            </Button>
          </>
        }
      />
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <GoodsList />
      </Suspense>
      <ReadOnlyUnless may="configuration.update">
        <ReminderSettings />
      </ReadOnlyUnless>
    </>
  )
}
