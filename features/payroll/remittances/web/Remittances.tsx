import { reverseRemittance, listRemittances } from '#features/payroll/remittances/contract.ts'
import { Banknote, Plus } from 'lucide'
import { useState } from 'react'
import { moneyText } from '#domain/money.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { List } from '#web/ui/List.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { RemittanceDrawer } from './RemittanceDrawer.tsx'
import { useList } from '#web/ui/use-list.ts'
import type { Remittance } from './api.ts'
import type { Schedule } from '#features/payroll/schedules/web/api.ts'

/** What the employer paid over, and what it still keeps. */
export function Remittances({ schedule }: { schedule: Schedule }) {
  const { list, set } = useList(listRemittances, { scheduleId: schedule.id })
  const [recording, setRecording] = useState(false)
  const [undoing, setUndoing] = useState<Remittance>()
  const waitsFrom = list.data?.summary.reversalsWaitFrom ?? null
  const record = schedule.owed > 0n && (
    <Button needs="deduction.manage" look="primary" icon={Plus} onClick={() => setRecording(true)}>
      Record remittance
    </Button>
  )
  return (
    <Card flush title="Remittances" actions={list.data && list.data.meta.total > 0 && record}>
      {schedule.state !== 'draft' && schedule.deducted > 0n && !schedule.credited && schedule.crediting === null && (
        <Banner>
          The members are credited once all of {<MoneyText amount={schedule.deducted} />} is paid over. Until then no
          one counts as behind.
        </Banner>
      )}
      <List
        asked={list}
        failed="Failed to load the remittances"
        set={set}
        caption="Remittances"
        columns={columnsOf(setUndoing)}
        rowKey={(row) => row.id}
        loadingRows={3}
        empty={
          <EmptyState icon={Banknote} title="Nothing paid over yet" actions={record}>
            {schedule.owed > 0n ? (
              <>
                The employer owes <MoneyText amount={schedule.owed} /> of this month.
              </>
            ) : (
              'Post the return first; then it shows what the employer owes.'
            )}
          </EmptyState>
        }
      />
      {recording && <RemittanceDrawer schedule={schedule} onClose={() => setRecording(false)} />}
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
    </Card>
  )
}

function columnsOf(undo: (row: Remittance) => void): Column<Remittance>[] {
  return [
    { key: 'on', header: 'Received', card: 'title', cell: (row) => <DateText on={row.receivedOn} /> },
    moneyColumn('amount', 'Amount', (row) => row.amount, { card: 'corner' }),
    { key: 'into', header: 'Into', cell: (row) => row.paidThrough.name },
    { key: 'reference', header: 'Reference', cell: (row) => row.reference },
    { key: 'entry', header: 'Voucher', cell: (row) => <span className="number">{row.entryNumber}</span> },
    { key: 'by', header: 'Recorded by', cell: (row) => row.recordedBy },
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
