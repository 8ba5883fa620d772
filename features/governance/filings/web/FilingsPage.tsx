import { CalendarCheck, CalendarClock, CalendarPlus, CircleCheck, TriangleAlert } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { addUsualFilings, listFilings } from '#features/governance/filings/contract.ts'
import { filingKindNames } from '#features/governance/filings/rules/filing.ts'
import { sentence } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { Page } from '#ui/Page.tsx'
import { RowButton } from '#ui/RowButton.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { Tag } from '#ui/Tag.tsx'
import { plural, todayInLagos } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { useList } from '#ui/use-list.ts'
import { type Filing, repeatText } from './api.ts'

const drawer = () => import('./FilingDrawer.tsx')
const FilingDrawer = lazy(async () => ({ default: (await drawer()).FilingDrawer }))
const DoneDialog = lazy(async () => ({ default: (await import('./DoneDialog.tsx')).DoneDialog }))

type Act = { kind: 'add' } | { kind: 'change' | 'done'; filing: Filing }

/** What the law and others ask of the society by a day, with who did it when. */
export function FilingsPage() {
  const { list, filters, set } = useList(listFilings)
  const [act, setAct] = useState<Act>()
  const show = filters.show ?? 'due'
  const overdue = list.data?.summary.overdue ?? 0
  const usual = useAction(addUsualFilings, {
    onSuccess: ({ added }) =>
      toast.success(added === 0 ? 'All of them are in the calendar already' : `${plural(added, 'day')} added`),
    onError: (error) => toast.error(sentence(error)),
  })
  const addUsual = (
    <Button needs="filing.manage" icon={CalendarCheck} busy={usual.isPending} onClick={() => usual.mutate(undefined)}>
      Add standard deadlines
    </Button>
  )
  return (
    <Page
      title="Compliance calendar"
      description={
        overdue > 0
          ? `${plural(overdue, 'day')} overdue. Officers are reminded before each deadline.`
          : 'Returns, audits, meetings and licences. Officers are reminded before each deadline.'
      }
      actions={
        <>
          {addUsual}
          <Button needs="filing.manage" look="primary" icon={CalendarPlus} onClick={() => setAct({ kind: 'add' })}>
            Add a day
          </Button>
        </>
      }
    >
      <Tabs
        label="Compliance calendar"
        tabs={[
          { key: 'due', label: 'To do' },
          { key: 'done', label: 'Done' },
        ]}
        active={show}
        onChange={(next) => set({ show: next === 'due' ? undefined : next, sort: undefined })}
      >
        <Card flush>
          <List
            asked={list}
            failed="Failed to load the calendar"
            set={set}
            caption="Compliance calendar"
            columns={columnsOf(show, setAct)}
            rowKey={({ id }) => id}
            sort={filters.sort ?? (show === 'due' ? 'dueOn' : '-dueOn')}
            loadingRows={4}
            empty={
              show === 'due' ? (
                <EmptyState icon={CalendarClock} title="Nothing is due" actions={addUsual}>
                  Add the days that most societies have, then change them to those of your State.
                </EmptyState>
              ) : (
                <EmptyState icon={CalendarCheck} title="Nothing was done yet">
                  What you mark as done stays here for the auditor.
                </EmptyState>
              )
            }
          />
        </Card>
      </Tabs>
      <Suspense>
        {act?.kind === 'done' && <DoneDialog filing={act.filing} onClose={() => setAct(undefined)} />}
        {act && act.kind !== 'done' && (
          <FilingDrawer filing={act.kind === 'change' ? act.filing : undefined} onClose={() => setAct(undefined)} />
        )}
      </Suspense>
    </Page>
  )
}

function columnsOf(show: 'due' | 'done', onAct: (act: Act) => void): Column<Filing>[] {
  const common: Column<Filing>[] = [
    {
      key: 'name',
      header: 'What',
      card: 'title',
      cell: (filing) => (
        <>
          {show === 'due' && may('filing.manage') ? (
            <RowButton loads={drawer} onClick={() => onAct({ kind: 'change', filing })}>
              {filing.name}
            </RowButton>
          ) : (
            filing.name
          )}
          {filing.authority && (
            <>
              <br />
              <small className="muted">{filing.authority}</small>
            </>
          )}
        </>
      ),
    },
    { key: 'kind', header: 'Kind', cell: ({ kind }) => filingKindNames[kind] },
    { key: 'dueOn', header: 'Due', sort: 'dueOn', cell: ({ dueOn }) => <DateText on={dueOn} /> },
  ]
  if (show === 'done')
    return [
      ...common,
      { key: 'doneOn', header: 'Done', cell: ({ doneOn }) => doneOn && <DateText on={doneOn} /> },
      { key: 'doneBy', header: 'By', cell: ({ doneBy }) => doneBy },
      { key: 'reference', header: 'Reference', cell: ({ reference }) => reference },
    ]
  return [
    ...common,
    { key: 'repeats', header: 'Comes', cell: ({ everyMonths }) => repeatText(everyMonths) },
    { key: 'status', header: 'Status', card: 'corner', cell: (filing) => <DueTag filing={filing} /> },
    ...(may('filing.manage')
      ? [
          {
            key: 'act',
            header: '',
            card: 'bare' as const,
            cell: (filing: Filing) => (
              <Button size="small" icon={CircleCheck} onClick={() => onAct({ kind: 'done', filing })}>
                Mark as done
              </Button>
            ),
          },
        ]
      : []),
  ]
}

function DueTag({ filing: { dueOn, isPreset } }: { filing: Filing }) {
  if (dueOn < todayInLagos())
    return (
      <Tag tone="danger" icon={TriangleAlert}>
        Overdue
      </Tag>
    )
  return isPreset ? (
    <Tag tone="warning" icon={CalendarClock}>
      Confirm the day
    </Tag>
  ) : (
    <Tag icon={CalendarClock}>To do</Tag>
  )
}
