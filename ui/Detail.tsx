import { type ComponentProps, type ReactNode, Suspense } from 'react'
import type { Permission } from '#core/actor.ts'
import { useSearch } from '#ui/router/place.ts'
import { may } from '#ui/session/may.ts'
import { Card } from './Card.tsx'
import { Loading } from './LoadProblem.tsx'
import { type Opens, useOpens } from './use-opens.tsx'
import { Page } from './Page.tsx'
import { SkeletonLines } from './Skeleton.tsx'
import { Tabs } from './Tabs.tsx'
import { useListSearch } from './use-list-search.ts'

type Tab<Of> = {
  key: string
  label: string
  /** How many there are of what it shows, behind its label. */
  count?: (record: Of) => number
  needs?: Permission
  panel: (record: Of) => ReactNode
}

/**
 * The page of one record: what it is called, its figures, its tabs (the one that is open is in the address) and what can be
 * done with it. While the record is on its way the page has its shape already; where it can't be loaded it says why, and asks
 * again.
 */
export function Detail<Of>({
  of,
  before,
  failed,
  head,
  above,
  label,
  tabs,
  opens,
}: {
  /** The query of the record. */
  of: { data: Of | undefined; error: unknown; refetch: () => unknown }
  /** The title until the record is there. */
  before: string
  /** “Failed to load the employer”. */
  failed: string
  head: (record: Of) => Omit<ComponentProps<typeof Page>, 'children'>
  /** Over the tabs: its `Figures`, which are grey without the record. */
  above?: (record: Of | undefined) => ReactNode
  /** What the tabs are of. */
  label: string
  /** The first is the one that an address without a tab means. */
  tabs: readonly [Tab<Of>, ...Tab<Of>[]]
  opens?: (record: Of) => Opens
}) {
  const { data } = of
  const { set } = useListSearch()
  const search = useSearch()
  const { buttons, form } = useOpens(data && opens ? opens(data) : [])
  const [first] = tabs
  const open = tabs.find(({ key, needs }) => key === search['tab'] && may(needs)) ?? first
  const loading = <Loading of={of} failed={failed} />
  const { actions, ...titles } = data ? head(data) : { title: before, actions: undefined }
  return (
    <Page
      {...titles}
      actions={
        <>
          {actions}
          {buttons}
        </>
      }
    >
      {!data && of.error ? (
        <Card>{loading}</Card>
      ) : (
        <>
          {above?.(data)}
          <Tabs
            label={label}
            tabs={tabs.map(({ count, ...tab }) => ({
              ...tab,
              label: data && count ? `${tab.label} (${count(data)})` : tab.label,
            }))}
            active={open.key}
            // The search, order and page of a list are of the tab that is left.
            onChange={(key) =>
              set({
                ...Object.fromEntries(Object.keys(search).map((name) => [name, ''])),
                limit: search['limit'],
                tab: key === first.key ? '' : key,
              })
            }
          >
            {data ? (
              <Suspense fallback={<SkeletonLines lines={6} />}>{open.panel(data)}</Suspense>
            ) : (
              <Card>{loading}</Card>
            )}
          </Tabs>
        </>
      )}
      {form}
    </Page>
  )
}
