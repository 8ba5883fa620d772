import { EllipsisVertical, FileSpreadsheet, Percent, Table2, Undo2 } from 'lucide'
import { useState } from 'react'
import { listDepositAccrualLines, listLoanAccrualLines } from '#features/loans/accruals/contract.ts'
import { sentence } from '#ui/api/api-error.ts'
import { IconButton } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Menu } from '#ui/Menu.tsx'
import { type Column, Table, moneyColumn } from '#ui/Table.tsx'
import { dayText } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { toast } from '#ui/toast.ts'
import { ReverseVoucher } from '#ui/parts/ReverseVoucher.tsx'
import { RunState } from '#ui/parts/RunState.tsx'
import type { LoanAccrual } from './api.ts'

/** What was posted of interest at month ends, newest first, each with its list as a file and its reversal. */
export function LoanAccruals({ rows, busy }: { rows: readonly LoanAccrual[]; busy: boolean }) {
  const [reversing, setReversing] = useState<LoanAccrual>()
  const save = ({ accrualId }: LoanAccrual, format: 'xlsx' | 'csv') =>
    saveDownload(listLoanAccrualLines, { accrualId, format }, `interest-on-loans.${format}`).catch((error: unknown) =>
      toast.error(sentence(error)),
    )
  const saveDeposits = ({ accrualId }: LoanAccrual) =>
    saveDownload(listDepositAccrualLines, { accrualId, format: 'csv' }, 'interest-on-deposits.csv').catch(
      (error: unknown) => toast.error(sentence(error)),
    )
  const menu: Column<LoanAccrual> = {
    key: 'menu',
    header: '',
    card: 'corner',
    width: '64px',
    cell: (row) => (
      <Menu
        label={`Actions for ${dayText(row.on)}`}
        items={[
          { label: 'Excel workbook', icon: FileSpreadsheet, onSelect: () => void save(row, 'xlsx') },
          { label: 'CSV', icon: Table2, onSelect: () => void save(row, 'csv') },
          ...(row.payable > 0n
            ? [{ label: 'Fixed deposits, CSV', icon: Table2, onSelect: () => void saveDeposits(row) }]
            : []),
          ...(row.status === 'approved'
            ? [
                {
                  label: 'Reverse',
                  needs: 'transaction.decide' as const,
                  icon: Undo2,
                  danger: true,
                  onSelect: () => setReversing(row),
                },
              ]
            : []),
        ]}
        trigger={(props) => <IconButton icon={EllipsisVertical} label={`Actions for ${dayText(row.on)}`} {...props} />}
      />
    ),
  }
  return (
    <>
      <Table
        caption="Posted month ends"
        columns={[...columns, menu]}
        rows={rows}
        rowKey={(row) => row.accrualId}
        busy={busy}
        empty={
          <EmptyState icon={Percent} title="Nothing was posted yet">
            The first month end puts all that is earned and not paid into the books.
          </EmptyState>
        }
      />
      {reversing && <ReverseAccrual accrual={reversing} onClose={() => setReversing(undefined)} />}
    </>
  )
}

function ReverseAccrual({ accrual, onClose }: { accrual: LoanAccrual; onClose: () => void }) {
  return (
    <ReverseVoucher
      transactionId={accrual.transactionId}
      title="Reverse this interest?"
      description={`The books then say again what they said before ${dayText(accrual.on)} was posted. The month can be posted again.`}
      button="Reverse interest"
      onClose={onClose}
    />
  )
}

const columns: Column<LoanAccrual>[] = [
  { key: 'on', header: 'Month end', card: 'title', cell: (row) => dayText(row.on) },
  moneyColumn('receivable', 'Earned, not paid', (row) => row.receivable),
  moneyColumn('inAdvance', 'Paid, not earned', (row) => row.inAdvance),
  moneyColumn('suspended', 'Suspended', (row) => row.suspended),
  moneyColumn('payable', 'Earned by deposits', (row) => row.payable),
  { key: 'status', header: 'State', cell: (row) => <RunState status={row.status} /> },
]
