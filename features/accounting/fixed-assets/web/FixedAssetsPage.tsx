import { Suspense, lazy } from 'react'
import { Card } from '#ui/Card.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useListSearch } from '#ui/use-list-search.ts'

const Assets = lazy(async () => ({ default: (await import('./Assets.tsx')).Assets }))
const Depreciation = lazy(async () => ({ default: (await import('./Depreciation.tsx')).Depreciation }))

const tabs = ['assets', 'depreciation'] as const

/** What the society owns for its work, and its depreciation. */
export function FixedAssetsPage() {
  const { choice, set } = useListSearch()
  const tab = choice('tab', tabs) ?? 'assets'
  return (
    <Page title="Fixed assets" description="What the society owns for its work: cost, depreciation and book value">
      <Card flush>
        <div className="tabs-card tabs-card--spaced">
          <Tabs
            label="Parts of the register"
            active={tab}
            onChange={(next) =>
              set({
                tab: next === 'assets' ? undefined : next,
                do: undefined,
                state: undefined,
                q: '',
                sort: undefined,
              })
            }
            tabs={[
              { key: 'assets', label: 'Register' },
              { key: 'depreciation', label: 'Depreciation' },
            ]}
          >
            <Suspense fallback={<SkeletonLines lines={6} />}>
              {tab === 'assets' ? <Assets /> : <Depreciation />}
            </Suspense>
          </Tabs>
        </div>
      </Card>
    </Page>
  )
}
