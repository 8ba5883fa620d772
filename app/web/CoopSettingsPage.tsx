import { useQuery } from '@tanstack/react-query'
import { getCooperativeProfile } from '#features/platform-admin/cooperatives/cooperative-profile.ts'
import { Suspense, lazy } from 'react'
import { query } from '#ui/api/query.ts'
import { ProfileCard } from '#features/platform-admin/cooperatives/web/ProfileCard.tsx'
import { useNavigate, useSearch } from '#ui/router/place.ts'
import { may } from '#ui/session/may.ts'
import { useCurrentUser } from '#ui/session/session.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { usePicture } from '#ui/api/use-picture.ts'

const SecurityCards = lazy(async () => ({ default: (await import('./SecurityCards.tsx')).SecurityCards }))
const AccountHolderCard = lazy(async () => ({
  default: (await import('#features/access/login/web/AccountHolderCard.tsx')).AccountHolderCard,
}))
const AppCards = lazy(async () => ({ default: (await import('./AppCards.tsx')).AppCards }))
const ErasureRequests = lazy(async () => ({
  default: (await import('#features/members/data-protection/web/ErasureRequests.tsx')).ErasureRequests,
}))
const UsualWays = lazy(async () => ({
  default: (await import('#features/access/messages/web/UsualWays.tsx')).UsualWays,
}))
const SmsLimit = lazy(async () => ({ default: (await import('#features/access/messages/web/SmsLimit.tsx')).SmsLimit }))
const SocietyExport = lazy(async () => ({
  default: (await import('#features/society/exports/web/SocietyExport.tsx')).SocietyExport,
}))
const SupportAccess = lazy(async () => ({
  default: (await import('#features/platform-admin/cooperatives/web/SupportAccess.tsx')).SupportAccess,
}))
const ApiKeys = lazy(async () => ({ default: (await import('#features/access/api-keys/web/ApiKeys.tsx')).ApiKeys }))
const ExternalAuditors = lazy(async () => ({
  default: (await import('#features/access/external-auditors/web/ExternalAuditors.tsx')).ExternalAuditors,
}))
const Webhooks = lazy(async () => ({ default: (await import('#features/access/webhooks/web/Webhooks.tsx')).Webhooks }))
const DeliveryLog = lazy(async () => ({
  default: (await import('#features/access/webhooks/web/DeliveryLog.tsx')).DeliveryLog,
}))
const Documents = lazy(async () => ({
  default: (await import('#features/platform-admin/cooperatives/web/Documents.tsx')).Documents,
}))
const LogoCard = lazy(async () => ({
  default: (await import('#features/platform-admin/cooperatives/web/LogoCard.tsx')).LogoCard,
}))

const tabs = [
  { key: 'cooperative', label: 'Cooperative' },
  { key: 'documents', label: 'Documents' },
  { key: 'messages', label: 'Messages', needs: 'message.list' },
  { key: 'security', label: 'Security' },
  { key: 'data', label: 'Data', needs: 'erasure.list' },
  { key: 'auditors', label: 'Auditors', needs: 'audit.read' },
  { key: 'support', label: 'Support', needs: 'support.read' },
  { key: 'integrations', label: 'Integrations', needs: 'integration.manage' },
  { key: 'app', label: 'This device' },
] as const

export function CoopSettingsPage() {
  const search = useSearch()
  const navigate = useNavigate()
  const user = useCurrentUser()
  const isShared = user.memberId === null && user.office === undefined
  const active =
    tabs.find((tab) => tab.key === search.tab && may('needs' in tab ? tab.needs : undefined))?.key ?? 'cooperative'
  return (
    <Page title="Settings" narrow>
      <Tabs
        label="Settings"
        tabs={tabs}
        active={active}
        onChange={(tab) => navigate({ to: '/coop/settings', search: { tab }, replace: true })}
      >
        <Suspense fallback={<SkeletonLines lines={6} />}>
          {active === 'security' ? (
            <>
              {isShared && <AccountHolderCard />}
              <SecurityCards kind="cooperative" />
            </>
          ) : active === 'app' ? (
            <AppCards area="coop" />
          ) : active === 'messages' ? (
            <>
              <UsualWays />
              <SmsLimit />
            </>
          ) : active === 'integrations' ? (
            <>
              <ApiKeys />
              <Webhooks />
              <DeliveryLog />
            </>
          ) : active === 'auditors' ? (
            <ExternalAuditors />
          ) : active === 'support' ? (
            <SupportAccess />
          ) : active === 'data' ? (
            <>
              <ErasureRequests />
              {may('cooperative.export') && <SocietyExport />}
            </>
          ) : (
            <OfTheCooperative part={active} />
          )}
        </Suspense>
      </Tabs>
    </Page>
  )
}

function OfTheCooperative({ part }: { part: 'cooperative' | 'documents' }) {
  const asked = useQuery(query(getCooperativeProfile, {}))
  const { data } = asked
  const logo = usePicture(data?.logo ?? null)
  if (asked.isError && !data) return <LoadProblem title="Failed to load cooperative profile" ofProfile of={asked} />
  if (!data) return <SkeletonLines lines={6} />
  if (part === 'documents')
    return (
      <Documents
        documents={data.documents}
        description="Your registration papers. Only your officers and the verifying team see them."
      />
    )
  return (
    <>
      <ProfileCard profile={data} />
      <Suspense>
        <LogoCard
          hasLogo={data.logo !== null}
          preview={<Avatar name={data.name} sources={[logo]} size={96} square />}
        />
      </Suspense>
    </>
  )
}
