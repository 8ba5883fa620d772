import { IdentitiesCard } from '#web/features/sessions/IdentitiesCard.tsx'
import { PasswordCard } from '#web/features/sessions/PasswordCard.tsx'
import { SessionsCard } from '#web/features/sessions/SessionsCard.tsx'
import { useNavigate, useSearch } from '#web/router/place.ts'
import { Page } from '#web/ui/Page.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { AppCards } from './AppCards.tsx'

const tabs = [
  { key: 'security', label: 'Security' },
  { key: 'app', label: 'This device' },
] as const

export function MemberSettingsPage() {
  const search = useSearch()
  const navigate = useNavigate()
  const active = tabs.find(({ key }) => key === search.tab)?.key ?? 'security'
  return (
    <Page title="Settings" narrow>
      <Tabs label="Settings" tabs={tabs} active={active} onChange={(tab) => navigate({ to: '/member/settings', search: { tab }, replace: true })}>
        {active === 'app' ? (
          <AppCards area="member" />
        ) : (
          <>
            <PasswordCard />
            <SessionsCard />
            <IdentitiesCard kind="member" />
          </>
        )}
      </Tabs>
    </Page>
  )
}
