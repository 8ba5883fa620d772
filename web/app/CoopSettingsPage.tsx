import { useQuery } from '@tanstack/react-query'
import { Documents } from '#web/features/cooperatives/Documents.tsx'
import { LogoCard } from '#web/features/cooperatives/LogoCard.tsx'
import { ProfileCard } from '#web/features/cooperatives/ProfileCard.tsx'
import { cooperativeQueries } from '#web/features/cooperatives/api.ts'
import { IdentitiesCard } from '#web/features/sessions/IdentitiesCard.tsx'
import { PasswordCard } from '#web/features/sessions/PasswordCard.tsx'
import { SessionsCard } from '#web/features/sessions/SessionsCard.tsx'
import { useNavigate, useSearch } from '#web/router/place.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { AppCards } from './AppCards.tsx'
import { usePicture } from './picture.ts'

const tabs = [
  { key: 'cooperative', label: 'Cooperative' },
  { key: 'documents', label: 'Documents' },
  { key: 'security', label: 'Security' },
  { key: 'app', label: 'This device' },
] as const

export function CoopSettingsPage() {
  const search = useSearch()
  const navigate = useNavigate()
  const active = tabs.find(({ key }) => key === search.tab)?.key ?? 'cooperative'
  return (
    <Page title="Settings" narrow>
      <Tabs label="Settings" tabs={tabs} active={active} onChange={(tab) => navigate({ to: '/coop/settings', search: { tab }, replace: true })}>
        {active === 'security' ? (
          <>
            <PasswordCard />
            <SessionsCard />
            <IdentitiesCard kind="cooperative" />
          </>
        ) : active === 'app' ? (
          <AppCards area="coop" />
        ) : (
          <OfTheCooperative part={active} />
        )}
      </Tabs>
    </Page>
  )
}

function OfTheCooperative({ part }: { part: 'cooperative' | 'documents' }) {
  const asked = useQuery(cooperativeQueries.profile())
  const { data } = asked
  const logo = usePicture(data?.logo ?? null)
  if (asked.isError && !data) return <LoadProblem title="Failed to load cooperative profile" ofProfile error={asked.error} onRetry={() => void asked.refetch()} />
  if (!data) return <SkeletonLines lines={6} />
  if (part === 'documents') return <Documents documents={data.documents} description="Your registration papers. Only your officers and the verifying team see them." />
  return (
    <>
      <ProfileCard profile={data} />
      <LogoCard hasLogo={data.logo !== null} preview={<Avatar name={data.name} sources={[logo]} size={96} square />} />
    </>
  )
}
