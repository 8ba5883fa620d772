import { mayOpen } from '#web/router/place.ts'
import type { PathWithoutParameters } from '#web/router/paths.ts'
import type { IconPicture } from '#web/ui/Icon.tsx'

/** `part`: the heading in its group under which it is listed with its neighbours. */
export type NavigationLink = { label: string; icon: IconPicture; to: PathWithoutParameters; part?: string }
export type Area = 'coop' | 'member' | 'superadmin'
export type Home = `/${Area}/dashboard`
export type NavigationGroup = { label: string; icon: IconPicture; links: NavigationLink[] }

/** The entries whose pages the signed-in person may open; a group without any goes with them. */
export function openEntries(
  entries: readonly (NavigationLink | NavigationGroup)[],
): (NavigationLink | NavigationGroup)[] {
  return entries
    .map((entry) => ('links' in entry ? { ...entry, links: entry.links.filter(({ to }) => mayOpen(to)) } : entry))
    .filter((entry) => ('links' in entry ? entry.links.length > 0 : mayOpen(entry.to)))
}

/** Titles of pages that the sidebar does not lead to, or calls otherwise. */
const otherTitles: Record<string, string> = {
  '/coop/member-management/import': 'Import members',
  '/coop/member-management/applications': 'Membership applications',
  '/coop/member-management/requests': 'Requests',
  '/coop/financial-operations/contributions/import': 'Import contributions',
  '/member/requests': 'Requests',
  '/member/contributions': 'Financial Records',
  '/member/loans': 'Financial Loans',
  '/member/loans/apply': 'Apply for a loan',
  '/member/guarantees': 'My guarantees',
  '/member/meetings': 'Meetings',
}

/** What a tab is called until its page has said its own title. */
export function tabTitle(path: string, entries: readonly (NavigationLink | NavigationGroup)[]): string {
  const links = entries.flatMap((entry) => ('links' in entry ? entry.links : entry))
  return otherTitles[path] ?? links.find(({ to }) => to === path)?.label ?? 'Page'
}
