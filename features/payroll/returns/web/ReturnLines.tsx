import { updateReturn, listReturnLines } from '#features/payroll/returns/contract.ts'
import { FileSpreadsheet } from 'lucide'
import { useMemo } from 'react'
import { choicesOf, decisionsOf } from '#features/payroll/returns/rules/variance.ts'
import { useAction } from '#ui/api/use-action.ts'
import { sentence } from '#ui/api/api-error.ts'
import { ListCard } from '#ui/ListPage.tsx'
import { Select } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import { countText, plural } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { useList } from '#ui/use-list.ts'
import type { Return, ReturnLine } from './api.ts'
import {
  type Decision,
  decisionLabel,
  type VarianceKind,
  varianceKinds,
  varianceLabels,
} from '#features/payroll/returns/rules/words.ts'

const tones: Record<VarianceKind, TagTone> = {
  exact: 'success',
  short: 'warning',
  over: 'info',
  mixed: 'warning',
  rose: 'info',
  fell: 'danger',
  missing: 'danger',
  unknown: 'warning',
  duplicate: 'danger',
}
type Decide = (
  what: { lines: { number: number; decision: Decision }[] } | { kinds: { kind: VarianceKind; decision: Decision }[] },
) => void

/** The differences line by line, each with what becomes of it; one choice decides about all of a kind. */
export function ReturnLines({ found, isOpen }: { found: Return; isOpen: boolean }) {
  const lines = useList(listReturnLines, { returnId: found.id }, { staleTime: 0 })
  const { kind } = lines.filters
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
    <ListCard
      of={lines}
      title="Line by line"
      description={`${varianceKinds
        .filter((each) => found.kinds[each].lines > 0)
        .map((each) => `${countText(found.kinds[each].lines)} ${varianceLabels[each].toLowerCase()}`)
        .join(
          ' · ',
        )}. Lines that differ come first.${found.rowsLeftOut > 0 ? ` ${plural(found.rowsLeftOut, 'row')} left out.` : ''}`}
      caption="Lines of the return"
      words={['line', 'lines']}
      search="Search lines"
      filters={{
        kind: {
          label: 'Kind',
          any: 'Every line',
          options: varianceKinds.map((value) => ({
            value,
            label: `${varianceLabels[value]} (${countText(found.kinds[value].lines)})`,
          })),
        },
      }}
      tools={
        isOpen &&
        kind &&
        decisionsOf[kind].length > 0 && (
          <Select
            hideLabel
            label={`Decide about all that are ${varianceLabels[kind].toLowerCase()}`}
            value=""
            placeholder="Decide about all of these"
            options={decisionsOf[kind].map((value) => ({ value, label: decisionLabel(kind, value) }))}
            onChange={decideAll}
          />
        )
      }
      sort=""
      columns={columns}
      rowKey={(row) => String(row.number)}
      dense
      none={{ icon: FileSpreadsheet, title: 'No lines' }}
    />
  )
}

function columnsOf(isOpen: boolean, decide: Decide): Column<ReturnLine>[] {
  return [
    {
      key: 'name',
      header: 'Member',
      kind: 'text',
      of: (row) => row.name || row.staffNumber || row.membershipno,
      note: (row) => row.note,
      sort: 'name',
      card: 'title',
    },
    { key: 'staffNumber', header: 'Staff number', kind: 'code' },
    {
      key: 'kind',
      header: 'Kind',
      card: 'corner',
      cell: (row) => <Tag tone={tones[row.kind]}>{varianceLabels[row.kind]}</Tag>,
    },
    { key: 'scheduled', header: 'Scheduled', kind: 'money' },
    { key: 'deducted', header: 'Deducted', kind: 'money' },
    { key: 'difference', header: 'Difference', kind: 'money', sort: 'difference' },
    {
      key: 'decision',
      header: 'Becomes',
      width: '180px',
      cell: (row) => {
        if (row.kind === 'missing') return <span className="muted">Nothing was deducted</span>
        if (!isOpen) return row.decision && decisionLabel(row.kind, row.decision)
        return (
          <Select
            hideLabel
            label={`What becomes of ${row.name || row.staffNumber}`}
            value={row.decision ?? ''}
            placeholder="Decide"
            options={choicesOf(row).map((value) => ({ value, label: decisionLabel(row.kind, value) }))}
            onChange={(decision) => decision && decide({ lines: [{ number: row.number, decision }] })}
          />
        )
      },
    },
    { key: 'unallocated', header: 'Held', kind: 'money' },
  ]
}
