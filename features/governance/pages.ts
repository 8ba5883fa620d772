import type { Pages } from '#ui/router/page.ts'
import { meetings } from '#features/governance/meetings/web/strings.ts'

export const governancePages = {
  '/coop/governance': {
    title: 'Governance',
    icon: 'Gavel',
    menu: [60],
    keys: 'g g',
    page: async () => (await import('#features/governance/meetings/web/GovernancePage.tsx')).GovernancePage,
  },
  '/coop/governance/enquiries': { needs: 'enquiry.read', page: 'seldom' },
  '/coop/governance/enquiries/$enquiryId': { needs: 'enquiry.read', page: 'seldom' },
  '/coop/governance/actions': { page: 'seldom' },
  '/coop/governance/bye-laws': { page: 'seldom' },
  '/coop/governance/filings': { page: 'seldom' },
  '/coop/governance/votes': {
    page: async () => (await import('#features/governance/votes/web/VotesPage.tsx')).VotesPage,
  },
  '/coop/governance/votes/$voteId': {
    page: async () => (await import('#features/governance/votes/web/VotePage.tsx')).VotePage,
  },
  '/coop/governance/officers': { page: 'seldom' },
  '/coop/governance/elections': { page: 'seldom' },
  '/coop/governance/elections/$electionId': { page: 'seldom' },
  '/coop/governance/$meetingId': {
    page: async () => (await import('#features/governance/meetings/web/MeetingPage.tsx')).MeetingPage,
  },
  '/member/meetings': {
    title: meetings,
    icon: 'CalendarDays',
    page: async () => (await import('#features/governance/meetings/web/OwnMeetingsPage.tsx')).OwnMeetingsPage,
  },
  '/member/meetings/enquiries': { page: 'seldom' },
  '/member/meetings/enquiries/$enquiryId': { page: 'seldom' },
  '/member/meetings/votes/$voteId': {
    page: async () => (await import('#features/governance/votes/web/OwnVotePage.tsx')).OwnVotePage,
  },
  '/member/meetings/elections/$electionId': { page: 'seldom' },
  '/member/meetings/$meetingId': {
    page: async () => (await import('#features/governance/meetings/web/OwnMeetingPage.tsx')).OwnMeetingPage,
  },
} as const satisfies Pages
