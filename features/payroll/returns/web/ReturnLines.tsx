import { labelled } from '#domain/words.ts'
import { updateReturn, listReturnLines } from '#features/payroll/returns/contract.ts'
import { FileSpreadsheet } from 'lucide'
import { useMemo } from 'react'
import { decisionsOf } from '#features/payroll/returns/rules/variance.ts'
import { useAction } from '#web/api/use-action.ts'
import { sentence } from '#web/api/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { Toolbar } from '#web/ui/Page.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import { countText, plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { useList } from '#web/ui/use-list.ts'
import type { Return, ReturnLine } from './api.ts'
import {
  type Decision,
  type VarianceKind,
  varianceKinds,
  varianceLabels,
} from '#features/payroll/returns/rules/words.ts'

const tones: Record<VarianceKind, TagTone> = {
  exact: 'success',
  short: 'warning',
  over: 'info',
  missing: 'danger',
  unknown: 'warning',
  duplicate: 'danger',
}
const decisionLabels: Record<Decision, string> = labelled({
  post: 'Post as is',
  split: 'Split in order',
  hold: 'Hold',
  refuse: 'Refuse',
})

type Decide = (
  what: { lines: { number: number; decision: Decision }[] } | { kinds: { kind: VarianceKind; decision: Decision }[] },
) => void

/** The differences line by line, each with what becomes of it; one choice decides about all of a kind. */
export function ReturnLines({ found, isOpen }: { found: Return; isOpen: boolean }) {
  const { list, limit, q, set, filters } = useList(listReturnLines, { returnId: found.id }, { staleTime: 0 })
  const { kind, sort } = filters
  const { mutate } = useAction(updateReturn)
  const columns = useMemo(() => {
    const decide: Decide = (what) =>
      mutate({ returnId: found.id, ...what }, { onError: (error) => toast.error(sentence(error)) })
    return columnsOf(isOpen, decide)
  }, [found.id, isOpen, mutate])
  const decideAll = (decision: Decision | '') => {
    if (kind && decision !== '')
      mutate({ returnId: found.id, kinds: [{ kind, decision }] }, { onError: (error) => toast.error(sentence(error)) })
  }
  return (
    <Card
      flush
      title="Line by line"
      description={`${varianceKinds.map((each) => `${countText(found.kinds[each].lines)} ${varianceLabels[each].toLowerCase()}`).join(' · ')}. Lines that differ come first.${found.rowsLeftOut > 0 ? ` ${plural(found.rowsLeftOut, 'row')} of titles, totals and notes left out.` : ''}`}
    >
      <Toolbar>
        <SearchBox label="Search lines" value={q} onSearch={(text) => set({ q: text })} />
        <Select
          hideLabel
          label="Kind"
          value={kind ?? ''}
          placeholder="Every line"
          options={varianceKinds.map((value) => ({
            value,
            label: `${varianceLabels[value]} (${countText(found.kinds[value].lines)})`,
          }))}
          onChange={(value) => set({ kind: value })}
        />
        {isOpen && kind && decisionsOf[kind].length > 0 && (
          <Select
            hideLabel
            label={`Decide about all that are ${varianceLabels[kind].toLowerCase()}`}
            value=""
            placeholder="Decide about all of these"
            options={decisionsOf[kind].map((value) => ({ value, label: decisionLabels[value] }))}
            onChange={decideAll}
          />
        )}
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load the lines"
        set={set}
        caption="Lines of the return"
        columns={columns}
        rowKey={(row) => String(row.number)}
        sort={sort ?? ''}
        dense
        loadingRows={limit}
        empty={
          <EmptyState
            icon={FileSpreadsheet}
            title="No line matches"
            actions={<Button onClick={() => set({ q: '', kind: '' })}>Show all lines</Button>}
          />
        }
      />
    </Card>
  )
}

function columnsOf(isOpen: boolean, decide: Decide): Column<ReturnLine>[] {
  return [
    {
      key: 'name',
      header: 'Member',
      sort: 'name',
      card: 'title',
      cell: (row) => (
        <>
          {row.name || row.staffNumber || row.membershipno} {row.note && <span className="muted">{row.note}</span>}
        </>
      ),
    },
    { key: 'staff', header: 'Staff number', cell: (row) => <span className="number">{row.staffNumber}</span> },
    {
      key: 'kind',
      header: 'Kind',
      card: 'corner',
      cell: (row) => <Tag tone={tones[row.kind]}>{varianceLabels[row.kind]}</Tag>,
    },
    moneyColumn('scheduled', 'Scheduled', (row) => row.scheduled),
    moneyColumn('deducted', 'Deducted', (row) => row.deducted),
    moneyColumn('difference', 'Difference', (row) => row.difference, { sort: 'difference' }),
    {
      key: 'decision',
      header: 'Becomes',
      width: '180px',
      cell: (row) => {
        if (!row.decision) return <span className="muted">Nothing was deducted</span>
        if (!isOpen) return decisionLabels[row.decision]
        return (
          <Select
            hideLabel
            label={`What becomes of ${row.name || row.staffNumber}`}
            value={row.decision}
            options={(decisionsOf[row.kind] ?? []).map((value) => ({ value, label: decisionLabels[value] }))}
            onChange={(decision) => decision && decide({ lines: [{ number: row.number, decision }] })}
          />
        )
      },
    },
    moneyColumn('unallocated', 'Held', (row) => row.unallocated),
  ]
}
