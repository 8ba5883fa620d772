import { reverseRemittance, listRemittances } from '#features/payroll/remittances/contract.ts'
import { Banknote, Plus } from 'lucide'
import { useMemo, useState } from 'react'
import { moneyText } from '#core/money.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { ListCard } from '#ui/ListPage.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { RemittanceDrawer } from './RemittanceDrawer.tsx'
import { useList } from '#ui/use-list.ts'
import type { Remittance } from './api.ts'
import type { Schedule } from '#features/payroll/schedules/web/api.ts'

/** What the employer paid over, and what it still keeps. */
export function Remittances({ schedule }: { schedule: Schedule }) {
  const remittances = useList(listRemittances, { scheduleId: schedule.id })
  const [undoing, setUndoing] = useState<Remittance>()
  const columns = useMemo(() => columnsOf(setUndoing), [])
  const { data } = remittances.list
  const waitsFrom = data?.summary.reversalsWaitFrom ?? null
  const isOwed = schedule.owed > 0n
  return (
    <ListCard
      of={remittances}
      title="Remittances"
      caption="Remittances"
      words={['remittance', 'remittances']}
      columns={columns}
      rowKey={(row) => row.id}
      opens={[
        {
          name: 'record',
          label: 'Record remittance',
          needs: 'deduction.manage',
          icon: Plus,
          look: 'primary',
          hidden: !isOwed || !data?.meta.total,
          form: (close) => <RemittanceDrawer schedule={schedule} onClose={close} />,
        },
      ]}
      none={{
        icon: Banknote,
        title: 'Nothing paid over yet',
        says: isOwed ? (
          <>
            The employer owes <MoneyText amount={schedule.owed} /> of this month.
          </>
        ) : (
          'Post the return first; then it shows what the employer owes.'
        ),
        ...(isOwed && { does: ['record'] }),
      }}
    >
      {schedule.state !== 'draft' && schedule.deducted > 0n && !schedule.credited && schedule.crediting === null && (
        <Banner>
          The members are credited once all of {<MoneyText amount={schedule.deducted} />} is paid over. Until then no
          one counts as behind.
        </Banner>
      )}
      {undoing && (
        <ReasonDialog
          endpoint={reverseRemittance}
          input={{ remittanceId: undoing.id }}
          title="Reverse this remittance?"
          description={`${moneyText(undoing.amount)} is owed by the employer again. What members were credited stays theirs.`}
          button="Reverse remittance"
          waits={waitsFrom !== null && undoing.amount >= waitsFrom}
          failed="This was not reversed"
          onClose={() => setUndoing(undefined)}
        />
      )}
    </ListCard>
  )
}

function columnsOf(undo: (row: Remittance) => void): Column<Remittance>[] {
  return [
    { key: 'receivedOn', header: 'Received', kind: 'date', card: 'title' },
    { key: 'amount', header: 'Amount', kind: 'money', card: 'corner' },
    { key: 'paidThrough', header: 'Into', kind: 'text', of: (row) => row.paidThrough.name },
    { key: 'reference', header: 'Reference', kind: 'text' },
    { key: 'entryNumber', header: 'Voucher', kind: 'code' },
    { key: 'recordedBy', header: 'Recorded by', kind: 'text' },
    {
      key: 'undo',
      header: '',
      card: 'corner',
      cell: (row) =>
        row.reversedAt ? (
          <Tag>Reversed</Tag>
        ) : (
          <Button
            needs="deduction.manage"
            size="small"
            aria-label={`Reverse voucher No. ${row.entryNumber}`}
            onClick={() => undo(row)}
          >
            Reverse
          </Button>
        ),
    },
  ]
}
