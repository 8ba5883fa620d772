import { listVariations } from '#features/payroll/schedules/contract.ts'
import { FileSpreadsheet } from 'lucide'
import type { Kobo } from '#core/money.ts'
import { variationNames } from '#features/payroll/schedules/rules/variation.ts'
import { componentNames } from '#features/payroll/employers/rules/component.ts'
import { ListCard } from '#ui/ListPage.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import { periodName } from '#ui/format.ts'
import { useList } from '#ui/use-list.ts'
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
  const variations = useList(listVariations, { scheduleId: schedule.id })
  const summary = variations.list.data?.summary
  return (
    <ListCard
      of={variations}
      title={summary?.against ? `Since ${periodName(summary.against)}` : 'The first list to this employer'}
      description={
        summary?.against && (
          <>
            Difference in all: <MoneyText amount={summary.difference} />
          </>
        )
      }
      caption="Variations"
      words={['variation', 'variations']}
      search="Search variations"
      filters={{
        kind: {
          label: 'Kind',
          any: 'Every kind',
          options: variationKinds.map((value) => ({
            value,
            label: summary ? `${variationNames[value]} (${summary[value]})` : variationNames[value],
          })),
        },
      }}
      columns={columns}
      rowKey={(row) => row.memberId}
      dense
      none={{ icon: FileSpreadsheet, title: 'Nothing changed' }}
    />
  )
}

const columns: Column<Variation>[] = [
  { key: 'name', header: 'Member', kind: 'text', card: 'title' },
  { key: 'staffNumber', header: 'Staff number', kind: 'code' },
  {
    key: 'kind',
    header: 'Kind',
    card: 'corner',
    cell: (row) => <Tag tone={tones[row.kind]}>{variationNames[row.kind]}</Tag>,
  },
  { key: 'what', header: 'What changed', cell: (row) => <Changes variation={row} /> },
  { key: 'before', header: 'Before', align: 'end', cell: (row) => <Sum amount={row.before?.total} /> },
  { key: 'now', header: 'Now', align: 'end', cell: (row) => <Sum amount={row.now?.total} /> },
  { key: 'difference', header: 'Difference', kind: 'money' },
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
