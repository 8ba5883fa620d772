import { listVariations } from '#features/payroll/schedules/contract.ts'
import { FileSpreadsheet } from 'lucide'
import type { Kobo } from '#domain/money.ts'
import { variationNames } from '#features/payroll/schedules/rules/variation.ts'
import { componentNames } from '#features/payroll/employers/rules/component.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Toolbar } from '#web/ui/Page.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import { periodName } from '#web/ui/format.ts'
import { useList } from '#web/ui/use-list.ts'
import type { Schedule, Variation } from './api.ts'
import { components } from '#features/payroll/employers/rules/words.ts'
import { type VariationKind, variationKinds } from '#features/payroll/schedules/rules/words.ts'

const tones: Record<VariationKind, TagTone> = {
  joiner: 'success',
  leaver: 'danger',
  changed: 'info',
  finished: 'neutral',
}

/** What the payroll has to change since the month before. */
export function Variations({ schedule }: { schedule: Schedule }) {
  const { list, limit, q, set, isFiltered, filters } = useList(listVariations, { scheduleId: schedule.id })
  const { kind } = filters
  const summary = list.data?.summary
  return (
    <Card
      flush
      title={summary?.against ? `Since ${periodName(summary.against)}` : 'The first list to this employer'}
      description={
        summary?.against && (
          <>
            Difference in all: <MoneyText amount={summary.difference} />
          </>
        )
      }
    >
      <Toolbar>
        <SearchBox label="Search variations" value={q} onSearch={(text) => set({ q: text })} />
        <Select
          hideLabel
          label="Kind"
          value={kind ?? ''}
          placeholder="Every kind"
          options={variationKinds.map((value) => ({
            value,
            label: summary ? `${variationNames[value]} (${summary[value]})` : variationNames[value],
          }))}
          onChange={(value) => set({ kind: value })}
        />
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load the variations"
        set={set}
        caption="Variations"
        columns={columns}
        rowKey={(row) => row.memberId}
        dense
        loadingRows={limit}
        empty={
          <EmptyState
            icon={FileSpreadsheet}
            title={isFiltered ? 'No variation matches' : 'Nothing changed'}
            actions={isFiltered && <Button onClick={() => set({ q: '', kind: '' })}>Show all variations</Button>}
          />
        }
      />
    </Card>
  )
}

const columns: Column<Variation>[] = [
  { key: 'name', header: 'Member', card: 'title', cell: (row) => row.name },
  { key: 'staff', header: 'Staff number', cell: (row) => <span className="number">{row.staffNumber}</span> },
  {
    key: 'kind',
    header: 'Kind',
    card: 'corner',
    cell: (row) => <Tag tone={tones[row.kind]}>{variationNames[row.kind]}</Tag>,
  },
  { key: 'what', header: 'What changed', cell: (row) => <Changes variation={row} /> },
  { key: 'before', header: 'Before', align: 'end', cell: (row) => <Sum amount={row.before?.total} /> },
  { key: 'now', header: 'Now', align: 'end', cell: (row) => <Sum amount={row.now?.total} /> },
  moneyColumn('difference', 'Difference', (row) => row.difference),
]

function Changes({ variation: { before, now } }: { variation: Variation }) {
  if (!before || !now) return null
  const changed = components.filter((component) => before[component] !== now[component])
  return (
    <>
      {changed.map((component) => (
        <div key={component}>
          {componentNames[component]}: <MoneyText amount={before[component]} /> to <MoneyText amount={now[component]} />
        </div>
      ))}
    </>
  )
}

function Sum({ amount }: { amount: Kobo | undefined }) {
  return amount === undefined ? <span className="muted">–</span> : <MoneyText amount={amount} />
}
