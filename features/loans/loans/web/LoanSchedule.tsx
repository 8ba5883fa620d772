import { Ban, CircleCheck, Clock, TriangleAlert } from 'lucide'
import { useMemo, useState } from 'react'
import { sumKobo } from '#core/money.ts'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { todayInLagos } from '#ui/format.ts'
import { useMedia } from '#ui/use-media.ts'
import type { LoanDetail } from './api.ts'
import { fill, fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

type Line = LoanDetail['schedule'][number]

/** Each instalment with what it is made of and what of it is still owed. On a phone the paid ones are folded, so that the next one is in sight. */
export function LoanSchedule({ lines, isLost }: { lines: readonly Line[]; isLost: boolean }) {
  const columns = useMemo(() => columnsOf(lines, isLost), [lines, isLost])
  const isPhone = useMedia('(width < 640px)')
  const [isOpen, setOpen] = useState(false)
  const paid = lines.filter(({ owed }) => owed === 0n).length
  const isFolded = isPhone && !isOpen && paid > 1 && !isLost
  const sum = (part: 'principal' | 'interest' | 'fees' | 'penalties' | 'total' | 'owed') => (
    <MoneyText amount={sumKobo(lines.map((line) => line[part]))} />
  )
  return (
    <>
      {isFolded && (
        <Button look="quiet" onClick={() => setOpen(true)}>
          {fill(strings.showPaid, { paid: fillCount(paid, strings.paidInstalment) })}
        </Button>
      )}
      <Table
        caption={strings.schedule}
        columns={columns}
        rows={isFolded ? lines.filter(({ owed }) => owed > 0n) : lines}
        rowKey={({ number }) => String(number)}
        totals={{
          due: strings.total,
          principal: sum('principal'),
          interest: sum('interest'),
          fees: sum('fees'),
          penalties: sum('penalties'),
          total: sum('total'),
          owed: sum('owed'),
        }}
      />
    </>
  )
}

function columnsOf(lines: readonly Line[], isLost: boolean): Column<Line>[] {
  const today = todayInLagos()
  const has = (part: 'fees' | 'penalties') => lines.some((line) => line[part] > 0n)
  const all: (Column<Line> | false)[] = [
    {
      key: 'number',
      header: strings.number,
      card: 'hidden',
      cell: ({ number }) => <span className="number">{number}</span>,
    },
    { key: 'due', header: strings.due, card: 'title', cell: ({ dueOn }) => <DateText on={dueOn} /> },
    {
      key: 'principal',
      header: strings.principal,
      align: 'end',
      card: 'hidden',
      cell: ({ principal }) => <MoneyText amount={principal} />,
    },
    {
      key: 'interest',
      header: strings.interest,
      align: 'end',
      card: 'hidden',
      cell: ({ interest }) => <MoneyText amount={interest} />,
    },
    has('fees') && { key: 'fees', header: strings.fees, align: 'end', cell: ({ fees }) => <MoneyText amount={fees} /> },
    has('penalties') && {
      key: 'penalties',
      header: strings.penalties,
      align: 'end',
      cell: ({ penalties }) => (penalties > 0n ? <MoneyText amount={penalties} /> : '–'),
    },
    {
      key: 'total',
      header: strings.instalment,
      align: 'end',
      card: 'corner',
      cell: ({ total }) => <MoneyText amount={total} />,
    },
    { key: 'owed', header: strings.toPay, align: 'end', cell: ({ owed }) => <MoneyText amount={owed} /> },
    {
      key: 'standing',
      header: strings.standing,
      card: 'bare',
      cell: (line) => <Standing line={line} today={today} isLost={isLost} />,
    },
  ]
  return all.filter((column) => column !== false)
}

function Standing({ line: { dueOn, owed, total }, today, isLost }: { line: Line; today: string; isLost: boolean }) {
  if (owed === 0n)
    return (
      <Tag tone="success" icon={CircleCheck}>
        {strings.paid}
      </Tag>
    )
  if (isLost) return <Tag icon={Ban}>{strings.writtenOff}</Tag>
  if (dueOn < today)
    return (
      <Tag tone="danger" icon={TriangleAlert}>
        {owed < total ? strings.partPaidOverdue : strings.overdue}
      </Tag>
    )
  return owed < total ? (
    <Tag tone="warning" icon={Clock}>
      {strings.partPaid}
    </Tag>
  ) : (
    <Tag icon={Clock}>{strings.toCome}</Tag>
  )
}
