/** A page kept open: its path names it, `href` also holds its filters. */
export type Tab = { path: string; href: string; title?: string | undefined }

/** The tabs after a visit: a new one at the end, or the known one with its newest address. */
export function visitTab(tabs: readonly Tab[], visited: Tab): readonly Tab[] {
  const at = tabs.findIndex(({ path }) => path === visited.path)
  const known = tabs[at]
  if (!known) return [...tabs, visited]
  const title = visited.title ?? known.title
  if (known.href === visited.href && known.title === title) return tabs
  return tabs.with(at, { ...visited, title })
}

/**
 * The tabs after closing one, and where to go: nowhere when another page is active, else the neighbour to the right,
 * else to the left, else home.
 */
export function closeTab(
  tabs: readonly Tab[],
  closed: string,
  active: string,
  home: string,
): { tabs: readonly Tab[]; goTo: string | undefined } {
  const at = tabs.findIndex(({ path }) => path === closed)
  if (at < 0) return { tabs, goTo: undefined }
  const rest = tabs.toSpliced(at, 1)
  return { tabs: rest, goTo: closed === active ? ((rest[at] ?? rest[at - 1])?.href ?? home) : undefined }
}
