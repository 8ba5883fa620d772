import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import {
  navigate as moveTo,
  useLocationProperty,
  usePathname,
  useSearch as useSearchText,
} from 'wouter/use-browser-location'
import { may } from '#ui/session/may.ts'
import { beforeMove, moved } from './layers.ts'
import type { Page } from './page.ts'
import { type Path, type PathWithoutParameters, type Where, hrefOf, registerPaths, matchPath } from './paths.ts'

/** Longest wait for a page's files before the way there is shown as loading. */
const waitForFiles = 300

type Declared = Page | { leadsTo: PathWithoutParameters }
let pages: Partial<Record<Path, Declared>> = {}
let loadPage: (path: Path) => Promise<unknown> | undefined = () => undefined
let begin: (path: Path, queries: QueryClient) => void = () => undefined
let latest = 0

/** Called once at the start: all pages, how the files of one are loaded, and how it asks for what it shows first. */
export function registerPages(all: Record<Path, Declared>, load: typeof loadPage, beginWith: typeof begin): void {
  pages = all
  registerPaths(Object.keys(all) as Path[])
  loadPage = load
  begin = beginWith
}

/** What is declared of the page at a path; nothing where the path is none or only leads on. */
export function pageAt(path: Path | undefined): Page | undefined {
  const page = path && pages[path]
  return page && 'page' in page ? page : undefined
}

/** The pages of an area that are found by name, as they are declared. */
export function pagesIn(area: string): (Page & { to: PathWithoutParameters })[] {
  return Object.entries(pages).flatMap(([to, page]) =>
    'page' in page && page.icon && to.startsWith(`/${area}/`) ? [{ ...page, to: to as PathWithoutParameters }] : [],
  )
}

/** Whether the signed-in person may open what is at this path. */
export function mayOpen(path: Path): boolean {
  return may(pageAt(path)?.needs)
}

/** Asks for what the page at a path shows first, for a frame that may not draw it yet. */
export function beginPage(path: Path, queries: QueryClient): void {
  begin(path, queries)
}

/** Begins loading the page of an address: on pointing at a link, or before going there. */
export function prepare(href: string): Promise<unknown> | undefined {
  const match = matchPath(new URL(href, location.origin).pathname)
  return match && loadPage(match.path)
}

/** Waits for the files of an address's page, for a moment at most; what fails here is tried again, and shown, when the page is drawn. */
export async function arrived(href = location.href): Promise<void> {
  const waiting = prepare(href)
  if (waiting)
    await Promise.race([waiting.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, waitForFiles))])
}

/** Goes to an address of the app; the page that is shown stays until the next one's files are here, for a moment at most. */
export async function go(href: string, { replace = false, keepScroll = false } = {}): Promise<void> {
  const mine = (latest += 1)
  await arrived(href)
  if (mine !== latest) return
  const staysHere = replace && new URL(href, location.href).pathname === location.pathname
  await beforeMove(staysHere)
  if (mine !== latest) return
  moveTo(href, { replace, state: staysHere ? (history.state as unknown) : null })
  moved()
  if (!keepScroll) window.scrollTo(0, 0)
}

export function useNavigate() {
  return useCallback(
    (where: Where & { replace?: boolean }) => void go(hrefOf(where), where.replace ? { replace: true } : {}),
    [],
  )
}

/** Where we are: the path and its parameters, undefined where no page stands. A change of the search alone draws nothing again. */
export function usePlace() {
  const pathname = usePathname()
  return useMemo(() => ({ ...matchPath(pathname), pathname }), [pathname])
}

/** The address as it is written, with its search. */
export function useHref(): string {
  return usePathname() + useSearchText()
}

/** Whether we are at a path or below it; who asks draws again only when the answer changes. */
export function useIsAt(path: string): boolean {
  return useLocationProperty(() => location.pathname === path || location.pathname.startsWith(`${path}/`))
}

export function useParams(): Record<string, string | undefined> {
  return usePlace().params ?? {}
}

export function useSearch(): Record<string, string | undefined> {
  const text = useSearchText()
  return useMemo(() => Object.fromEntries(new URLSearchParams(text)), [text])
}

let checks = 0
const checkers = new Set<() => void>()

/** Has the guards look again at who may be here, after the session has ended under a page. */
export function guardAgain(): void {
  checks += 1
  for (const check of checkers) check()
}

/** Changes whenever guards have to look again. */
export function useGuardChecks(): number {
  return useSyncExternalStore(
    (check) => {
      checkers.add(check)
      return () => checkers.delete(check)
    },
    () => checks,
  )
}
