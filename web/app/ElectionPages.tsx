import { type ComponentType, Suspense, lazy } from 'react'
import { LoadingScreen } from './LoadingScreen.tsx'

/** Pages that are opened a few times a year: the shell knows of one file for all of them, which keeps it small. */
const seldom = (read: () => Promise<{ default: ComponentType }>) => {
  const Read = lazy(read)
  return function Seldom() {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <Read />
      </Suspense>
    )
  }
}

export const OfficersPage = seldom(async () => ({
  default: (await import('#web/features/governance/officers/OfficersPage.tsx')).OfficersPage,
}))
export const ElectionsPage = seldom(async () => ({
  default: (await import('#web/features/governance/elections/ElectionsPage.tsx')).ElectionsPage,
}))
export const ElectionPage = seldom(async () => ({
  default: (await import('#web/features/governance/elections/ElectionPage.tsx')).ElectionPage,
}))
export const OwnElectionPage = seldom(async () => ({
  default: (await import('#web/features/governance/elections/OwnElectionPage.tsx')).OwnElectionPage,
}))
