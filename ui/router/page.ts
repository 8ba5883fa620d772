import type { Permission } from '#core/actor.ts'

/** The headings under which the sidebar lists pages; `own` has none. */
export type MenuPart = 'daily' | 'loans' | 'books' | 'own'

/**
 * All that is said of a page, in `pages.ts` of its feature's area: links, menu, search and shortcuts follow from it. Every
 * visitor loads these lines of every page, so what the page shows is a file of its own.
 */
export type Page = {
  /** What somebody must be allowed to do to open it; without it, everyone in its area may. */
  needs?: Permission
  /** What its tab is called until the page has said its own title. */
  title?: string
  /** What menu and search call it, where that is another word. */
  label?: string
  /** With a picture it is found by the search; what draws it is in `app/web/CommandPalette.tsx` and the `*-icons.ts` of the menus beside it. */
  icon?: string
  /** Its place in the sidebar of its area, from top to bottom, and the heading that it is under. */
  menu?: readonly [place: number, part?: MenuPart]
  /** The keys that lead there. */
  keys?: string
  /**
   * `seldom`: one of `app/web/SeldomPages.tsx`, of which the first files know one name for all. For what is no part of a day’s work:
   * it loads a moment later, and an entry of its own costs each visitor of any page about 0.1 KiB.
   */
  page: (() => Promise<unknown>) | 'seldom'
}

/** By their paths: the first word is the area, `$name` a parameter; a path with one comes after those that it would swallow. */
export type Pages = Record<`/${string}`, Page | { leadsTo: string }>

/** Where `app/web/pages.ts` registers all pages, so that links know every path and the router no page. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- it is filled by another module
export interface Registered {}
