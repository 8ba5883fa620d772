import { mayOpen } from '#web/router/place.ts'
import type { PathWithoutParameters } from '#web/router/paths.ts'
import type { IconPicture } from '#web/ui/Icon.tsx'
import * as strings from './strings.ts'

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
  '/coop/member-management/import': strings.importMembers,
  '/coop/member-management/applications': strings.membershipApplications,
  '/coop/member-management/requests': strings.requests,
  '/coop/financial-operations/contributions/import': strings.importContributions,
  '/member/requests': strings.requests,
  '/member/contributions': strings.financialRecords,
  '/member/loans': strings.financialLoans,
  '/member/loans/apply': strings.applyForALoan,
  '/member/meetings': strings.meetings,
}

/** What a tab is called until its page has said its own title. */
export function tabTitle(path: string, entries: readonly (NavigationLink | NavigationGroup)[]): string {
  const links = entries.flatMap((entry) => ('links' in entry ? entry.links : entry))
  return otherTitles[path] ?? links.find(({ to }) => to === path)?.label ?? strings.page
}
