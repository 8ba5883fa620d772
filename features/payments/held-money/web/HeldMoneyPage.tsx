import { Inbox } from 'lucide'
import { Suspense, lazy, useMemo, useState } from 'react'
import { listHeldMoney } from '#features/payments/held-money/contract.ts'
import { ageBuckets } from '#features/payroll/employers/rules/words.ts'
import { heldSources } from '#features/payments/held-money/rules/held-money.ts'
import { zeroKobo } from '#core/money.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { plural } from '#ui/format.ts'
import { useList } from '#ui/use-list.ts'
import { ageWords, type HeldMoney, sourceWords } from './api.ts'

const drawer = () => import('./HeldMoneyDrawer.tsx')
const HeldMoneyDrawer = lazy(async () => ({ default: (await drawer()).HeldMoneyDrawer }))

const sources = heldSources.map((value) => ({ value: value as string, label: sourceWords[value] }))
const ages = ageBuckets.map((value) => ({ value: value as string, label: ageWords[value] }))

/** Money that came without a known owner, by its age, until it is allocated, refunded or returned to the employer. */
export function HeldMoneyPage() {
  const { list, limit, q, filters, isFiltered, set } = useList(listHeldMoney)
  const [opened, setOpened] = useState<HeldMoney>()
  const columns = useMemo(() => columnsOf(setOpened), [])
  const summary = list.data?.summary
  const none = { q: '', source: undefined, ageing: undefined, scheduleId: undefined, show: undefined }
  return (
    <Page
      title="Held money"
      description="Money that came without a known owner: from employers’ files, the bank and online payments. Allocate it, refund it, or return it to the employer."
    >
      <FigureGrid label="Held money by age">
        <FigureCard label="Held in all" loading={!summary} value={summary && <MoneyText amount={summary.total} />} />
        {ageBuckets.map((bucket) => (
          <FigureCard
            key={bucket}
            label={ageWords[bucket]}
            loading={!summary}
            value={summary && <MoneyText amount={summary.ageing[bucket]} />}
          />
        ))}
      </FigureGrid>
      {summary && summary.unmatched !== zeroKobo && (
        <Banner tone="warning" title="Some of account 2410 belongs to no line here">
          Its balance is <MoneyText amount={summary.balance} />: journals moved <MoneyText amount={summary.unmatched} />{' '}
          without saying whose money it was. Reverse them and allocate here.
        </Banner>
      )}
      <Card flush>
        <Toolbar>
          <SearchBox label="Search name, narration or reference" value={q} onSearch={(next) => set({ q: next })} />
          <Select
            hideLabel
            label="Source"
            value={filters.source ?? ''}
            placeholder="Any source"
            options={sources}
            onChange={(source) => set({ source: source || undefined })}
          />
          <Select
            hideLabel
            label="Age"
            value={filters.ageing ?? ''}
            placeholder="Any age"
            options={ages}
            onChange={(ageing) => set({ ageing: ageing || undefined })}
          />
          <Select
            hideLabel
            label="Show"
            value={filters.show ?? 'open'}
            options={[
              { value: 'open', label: 'Still held' },
              { value: 'used', label: 'Nothing left' },
            ]}
            onChange={(show) => set({ show: show === 'open' ? undefined : show })}
          />
          {filters.scheduleId && <Button onClick={() => set(none)}>Show all held money</Button>}
        </Toolbar>
        <List
          asked={list}
          failed="Failed to load the held money"
          set={set}
          caption="Held money"
          columns={columns}
          rowKey={({ entryId, line }) => `${entryId} ${line ?? ''}`}
          onOpen={setOpened}
          sort={filters.sort ?? 'on'}
          loadingRows={limit}
          empty={
            isFiltered ? (
              <EmptyState
                icon={Inbox}
                title="No held money matches"
                actions={<Button onClick={() => set(none)}>Show all held money</Button>}
              />
            ) : (
              <EmptyState icon={Inbox} title="No money is held">
                Money appears here when an employer’s file names a person you don’t know, when an online payment can’t
                be posted, or when you record a bank receipt whose payer is unknown.
              </EmptyState>
            )
          }
        />
      </Card>
      <Suspense>
        {opened && (
          <HeldMoneyDrawer
            key={`${opened.entryId} ${opened.line ?? ''}`}
            item={opened}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </Page>
  )
}

function columnsOf(onOpen: (item: HeldMoney) => void): Column<HeldMoney>[] {
  return [
    {
      key: 'from',
      header: 'From',
      card: 'title',
      cell: ({ from, detail }) => (
        <>
          {from}
          {detail && <p className="muted">{detail}</p>}
        </>
      ),
    },
    { key: 'source', header: 'Source', card: 'corner', cell: ({ source }) => <Tag>{sourceWords[source]}</Tag> },
    { key: 'on', header: 'Came on', sort: 'on', cell: ({ on }) => <DateText on={on} /> },
    { key: 'age', header: 'Age', cell: ({ ageDays }) => plural(ageDays, 'day') },
    moneyColumn('received', 'Received', ({ received }) => received),
    {
      key: 'left',
      header: 'Left',
      align: 'end',
      sort: 'left',
      cell: ({ left, waiting }) => (
        <>
          <MoneyText amount={left} />
          {waiting > zeroKobo && (
            <p className="muted">
              <MoneyText amount={waiting} /> waits for approval
            </p>
          )}
        </>
      ),
    },
    {
      key: 'open',
      header: '',
      width: '96px',
      cell: (item) => (
        <Button size="small" loads={drawer} aria-label={`Open the money of ${item.from}`} onClick={() => onOpen(item)}>
          Open
        </Button>
      ),
    },
  ]
}
