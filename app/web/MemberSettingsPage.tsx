import { Suspense, lazy } from 'react'
import { useNavigate, useSearch } from '#ui/router/place.ts'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import * as strings from './strings.ts'

const SecurityCards = lazy(async () => ({ default: (await import('./SecurityCards.tsx')).SecurityCards }))
const AppCards = lazy(async () => ({ default: (await import('./AppCards.tsx')).AppCards }))
const OwnWays = lazy(async () => ({ default: (await import('#features/access/messages/web/OwnWays.tsx')).OwnWays }))
const DataCards = lazy(async () => ({
  default: (await import('#features/members/data-protection/web/DataCards.tsx')).DataCards,
}))

const tabs = [
  { key: 'security', label: strings.security },
  { key: 'messages', label: strings.messages },
  { key: 'data', label: strings.myData },
  { key: 'app', label: strings.thisDevice },
] as const

export function MemberSettingsPage() {
  const search = useSearch()
  const navigate = useNavigate()
  const active = tabs.find(({ key }) => key === search.tab)?.key ?? 'security'
  return (
    <Page title={strings.settings} narrow>
      <Tabs
        label={strings.settings}
        tabs={tabs}
        active={active}
        onChange={(tab) => navigate({ to: '/member/settings', search: { tab }, replace: true })}
      >
        <Suspense fallback={<SkeletonLines lines={6} />}>
          {active === 'app' ? (
            <AppCards area="member" />
          ) : active === 'messages' ? (
            <OwnWays />
          ) : active === 'data' ? (
            <DataCards />
          ) : (
            <SecurityCards kind="member" />
          )}
        </Suspense>
      </Tabs>
    </Page>
  )
}
