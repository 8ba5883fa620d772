import { HrefLink } from '#ui/router/Link.tsx'
import { matchPath } from '#ui/router/paths.ts'
import { go, pageAt, useHref, usePlace } from '#ui/router/place.ts'
import { X } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#ui/Button.tsx'
import { usePageTitles } from '#ui/page-title.ts'
import './TabBar.css'
import { type Tab, closeTab, visitTab } from './tabs.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

function restored(key: string): readonly Tab[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as Tab[]
  } catch {
    return []
  }
}

/** Every page but the dashboard, once visited, stays open here until it is closed; reloads keep them. */
export function TabBar({ home, owner }: { home: string; owner: string }) {
  const key = `tabs:${owner}`
  const { pathname: path } = usePlace()
  const href = useHref()
  const titles = usePageTitles()
  const title = titles.get(path)
  const isKept = path !== home && path.startsWith(home.slice(0, home.lastIndexOf('/')))
  // With its tab from the first picture on: a bar that comes after it would push the page down.
  const [tabs, setTabs] = useState(() => (isKept ? visitTab(restored(key), { path, href, title }) : restored(key)))
  const bar = useRef<HTMLElement>(null)

  const seen = useRef(path)
  useEffect(() => {
    // A page that was just closed stays until the next one has loaded: what changes on it by then opens no tab.
    const isNew = seen.current !== path
    seen.current = path
    if (isKept)
      setTabs((open) => (isNew || open.some((tab) => tab.path === path) ? visitTab(open, { path, href, title }) : open))
  }, [path, href, title, isKept])
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(tabs)), [key, tabs])
  useEffect(() => {
    bar.current
      ?.querySelector('.tab-bar__tab--active, .tab-bar__home[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path, tabs.length])

  function close(closed: string) {
    const after = closeTab(tabs, closed, path, home)
    setTabs(after.tabs)
    if (after.goTo) void go(after.goTo)
  }
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!event.altKey || event.key.toLowerCase() !== 'w' || path === home) return
      event.preventDefault()
      close(path)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  if (tabs.length === 0) return null
  return (
    <nav className="tab-bar fading-row" aria-label={strings.openPages} ref={bar}>
      <HrefLink href={home} className="tab-bar__home" aria-current={path === home ? 'page' : undefined}>
        {strings.dashboard}
      </HrefLink>
      {tabs.map((tab) => {
        const name = titles.get(tab.path) ?? tab.title ?? pageAt(matchPath(tab.path)?.path)?.title ?? strings.page
        return (
          <span key={tab.path} className={`tab-bar__tab${tab.path === path ? ' tab-bar__tab--active' : ''}`}>
            <HrefLink
              href={tab.href}
              aria-current={tab.path === path ? 'page' : undefined}
              onAuxClick={(event) => {
                if (event.button !== 1) return
                event.preventDefault()
                close(tab.path)
              }}
            >
              {name}
            </HrefLink>
            <IconButton
              icon={X}
              iconSize={16}
              label={fill(strings.closeName, { name })}
              onClick={() => close(tab.path)}
            />
          </span>
        )
      })}
    </nav>
  )
}
