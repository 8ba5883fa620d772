import { type ComponentType, Suspense, lazy } from 'react'
import type { SeldomPath } from '#ui/router/paths.ts'
import { usePlace } from '#ui/router/place.ts'
import { LoadingScreen } from './LoadingScreen.tsx'

const EnquiryPage = lazy(async () => ({
  default: (await import('#features/governance/enquiries/web/EnquiryPage.tsx')).EnquiryPage,
}))

const pages: Record<SeldomPath, ComponentType> = {
  '/coop/financial-operations/fixed-assets': lazy(async () => ({
    default: (await import('#features/accounting/fixed-assets/web/FixedAssetsPage.tsx')).FixedAssetsPage,
  })),
  '/coop/financial-operations/closing/$yearEnd': lazy(async () => ({
    default: (await import('#features/surplus/year-closing/web/YearClosingPage.tsx')).YearClosingPage,
  })),
  '/coop/governance/enquiries': lazy(async () => ({
    default: (await import('#features/governance/enquiries/web/EnquiriesPage.tsx')).EnquiriesPage,
  })),
  '/coop/governance/enquiries/$enquiryId': EnquiryPage,
  '/coop/governance/actions': lazy(async () => ({
    default: (await import('#features/governance/meetings/web/ActionsPage.tsx')).ActionsPage,
  })),
  '/coop/governance/bye-laws': lazy(async () => ({
    default: (await import('#features/governance/meetings/web/MeetingRulesPage.tsx')).MeetingRulesPage,
  })),
  '/coop/governance/filings': lazy(async () => ({
    default: (await import('#features/governance/filings/web/FilingsPage.tsx')).FilingsPage,
  })),
  '/coop/governance/officers': lazy(async () => ({
    default: (await import('#features/governance/officers/web/OfficersPage.tsx')).OfficersPage,
  })),
  '/coop/governance/elections': lazy(async () => ({
    default: (await import('#features/governance/elections/web/ElectionsPage.tsx')).ElectionsPage,
  })),
  '/coop/governance/elections/$electionId': lazy(async () => ({
    default: (await import('#features/governance/elections/web/ElectionPage.tsx')).ElectionPage,
  })),
  '/member/meetings/enquiries': lazy(async () => ({
    default: (await import('#features/governance/enquiries/web/OwnEnquiriesPage.tsx')).OwnEnquiriesPage,
  })),
  '/member/meetings/enquiries/$enquiryId': EnquiryPage,
  '/member/meetings/elections/$electionId': lazy(async () => ({
    default: (await import('#features/governance/elections/web/OwnElectionPage.tsx')).OwnElectionPage,
  })),
}

/** Pages that are opened a few times a year: the shell knows of one file for all of them, which keeps it small. */
export function SeldomPages() {
  const { path } = usePlace()
  const Page = path && pages[path as SeldomPath]
  return <Suspense fallback={<LoadingScreen />}>{Page && <Page />}</Suspense>
}
