import { type ComponentType, Suspense, lazy } from 'react'
import type { SeldomPath } from '#web/router/paths.ts'
import { usePlace } from '#web/router/place.ts'
import { LoadingScreen } from './LoadingScreen.tsx'

const EnquiryPage = lazy(async () => ({
  default: (await import('#web/features/governance/enquiries/EnquiryPage.tsx')).EnquiryPage,
}))

const pages: Record<SeldomPath, ComponentType> = {
  '/coop/financial-operations/fixed-assets': lazy(async () => ({
    default: (await import('#web/features/money/fixed-assets/FixedAssetsPage.tsx')).FixedAssetsPage,
  })),
  '/coop/financial-operations/closing/$yearEnd': lazy(async () => ({
    default: (await import('#web/features/society/year-closing/YearClosingPage.tsx')).YearClosingPage,
  })),
  '/coop/governance/enquiries': lazy(async () => ({
    default: (await import('#web/features/governance/enquiries/EnquiriesPage.tsx')).EnquiriesPage,
  })),
  '/coop/governance/enquiries/$enquiryId': EnquiryPage,
  '/coop/governance/actions': lazy(async () => ({
    default: (await import('#web/features/governance/governance/ActionsPage.tsx')).ActionsPage,
  })),
  '/coop/governance/bye-laws': lazy(async () => ({
    default: (await import('#web/features/governance/governance/MeetingRulesPage.tsx')).MeetingRulesPage,
  })),
  '/coop/governance/filings': lazy(async () => ({
    default: (await import('#web/features/governance/filings/FilingsPage.tsx')).FilingsPage,
  })),
  '/coop/governance/officers': lazy(async () => ({
    default: (await import('#web/features/governance/officers/OfficersPage.tsx')).OfficersPage,
  })),
  '/coop/governance/elections': lazy(async () => ({
    default: (await import('#web/features/governance/elections/ElectionsPage.tsx')).ElectionsPage,
  })),
  '/coop/governance/elections/$electionId': lazy(async () => ({
    default: (await import('#web/features/governance/elections/ElectionPage.tsx')).ElectionPage,
  })),
  '/member/meetings/enquiries': lazy(async () => ({
    default: (await import('#web/features/governance/enquiries/OwnEnquiriesPage.tsx')).OwnEnquiriesPage,
  })),
  '/member/meetings/enquiries/$enquiryId': EnquiryPage,
  '/member/meetings/elections/$electionId': lazy(async () => ({
    default: (await import('#web/features/governance/elections/OwnElectionPage.tsx')).OwnElectionPage,
  })),
}

/** Pages that are opened a few times a year: the shell knows of one file for all of them, which keeps it small. */
export function SeldomPages() {
  const { path } = usePlace()
  const Page = path && pages[path as SeldomPath]
  return <Suspense fallback={<LoadingScreen />}>{Page && <Page />}</Suspense>
}
