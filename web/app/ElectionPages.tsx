import { type ComponentType, Suspense, lazy } from 'react'
import type { Path } from '#web/router/paths.ts'
import { usePlace } from '#web/router/place.ts'
import { LoadingScreen } from './LoadingScreen.tsx'

const pages: Partial<Record<Path, ComponentType>> = {
  '/coop/governance/officers': lazy(async () => ({
    default: (await import('#web/features/governance/officers/OfficersPage.tsx')).OfficersPage,
  })),
  '/coop/governance/elections': lazy(async () => ({
    default: (await import('#web/features/governance/elections/ElectionsPage.tsx')).ElectionsPage,
  })),
  '/coop/governance/elections/$electionId': lazy(async () => ({
    default: (await import('#web/features/governance/elections/ElectionPage.tsx')).ElectionPage,
  })),
  '/member/meetings/elections/$electionId': lazy(async () => ({
    default: (await import('#web/features/governance/elections/OwnElectionPage.tsx')).OwnElectionPage,
  })),
}

/** Pages that are opened a few times a year: the shell knows of one file for all of them, which keeps it small. */
export function ElectionPages() {
  const { path } = usePlace()
  const Page = path && pages[path]
  return <Suspense fallback={<LoadingScreen />}>{Page && <Page />}</Suspense>
}
