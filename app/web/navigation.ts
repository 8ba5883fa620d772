import { Landmark } from 'lucide'
import type { MenuPart, Registered } from '#ui/router/page.ts'
import type { Path, PathWithoutParameters } from '#ui/router/paths.ts'
import { mayOpen, pagesIn } from '#ui/router/place.ts'
import type { IconPicture } from '#ui/Icon.tsx'
import * as strings from './strings.ts'

/** `part`: the heading in its group under which it is listed with its neighbours. */
export type NavigationLink = { label: string; icon: IconPicture; to: PathWithoutParameters; part?: string | undefined }
export type Area = 'coop' | 'member' | 'superadmin'
export type Home = `/${Area}/dashboard`
export type NavigationGroup = { label: string; icon: IconPicture; links: NavigationLink[] }
export type Entries = readonly (NavigationLink | NavigationGroup)[]

type Declared = Registered['pages']
type IconAt<P extends Path, Needed> = P extends Path
  ? Declared[P] extends Needed & { icon: infer Name extends string }
    ? Name
    : never
  : never

/** The pictures of an area's menu; one that a page names does not compile without being here. */
export type MenuIcons<A extends Area> = Record<IconAt<Extract<Path, `/${A}/${string}`>, { menu: unknown }>, IconPicture>

/** Those of all pages, also of those that the search alone leads to. */
export type PageIcons = Record<IconAt<Path, object>, IconPicture>

const parts: Record<MenuPart, string | undefined> = {
  daily: strings.daily,
  loans: strings.loansAndDeposits,
  books: strings.books,
  own: undefined,
}

/** The sidebar of an area from top to bottom, as its pages declare it; what is under a heading is in one group. */
export function navigationOf<A extends Area>(area: A, icons: MenuIcons<A>): Entries {
  const entries: (NavigationLink | NavigationGroup)[] = []
  let group: NavigationGroup | undefined
  for (const { to, title = '', label = title, icon = '', menu } of inOrder(area)) {
    if (!menu) continue
    const link = {
      to,
      label,
      icon: (icons as Record<string, IconPicture>)[icon] ?? [],
      part: menu[1] && parts[menu[1]],
    }
    if (menu[1] === undefined) entries.push(link)
    else if (group) group.links.push(link)
    else {
      const name = area === 'coop' ? strings.financialOperations : strings.financial
      entries.push((group = { label: name, icon: Landmark, links: [link] }))
    }
  }
  return entries
}

/** The pages of an area that are found by name: those of the menu from top to bottom, and then the others. */
export function inOrder(area: Area): ReturnType<typeof pagesIn> {
  return pagesIn(area).toSorted((one, other) => (one.menu?.[0] ?? 100) - (other.menu?.[0] ?? 100))
}

/** The entries whose pages the signed-in person may open; a group without any goes with them. */
export function openEntries(entries: Entries): Entries {
  return entries
    .map((entry) => ('links' in entry ? { ...entry, links: entry.links.filter(({ to }) => mayOpen(to)) } : entry))
    .filter((entry) => ('links' in entry ? entry.links.length > 0 : mayOpen(entry.to)))
}
