import { describe, expect, it } from 'vitest'
import { type Tab, closeTab, visitTab } from './tabs.ts'

const tab = (path: string): Tab => ({ path, href: path })
const three = [tab('/a'), tab('/b'), tab('/c')]

describe('open tabs', () => {
  it('grow at the end and keep one tab a page', () => {
    expect(visitTab(three, tab('/d')).map(({ path }) => path)).toEqual(['/a', '/b', '/c', '/d'])
    expect(visitTab(three, tab('/b'))).toBe(three)
  })

  it('remember the newest filters and the title of a page', () => {
    const named = visitTab(three, { path: '/b', href: '/b?q=ngozi', title: 'Members' })
    expect(named[1]).toEqual({ path: '/b', href: '/b?q=ngozi', title: 'Members' })
    expect(visitTab(named, { path: '/b', href: '/b' })[1]?.title).toBe('Members')
  })
})

describe('closing a tab', () => {
  it('moves from the active one to its right neighbour, else the left, else home', () => {
    expect(closeTab(three, '/b', '/b', '/home').goTo).toBe('/c')
    expect(closeTab(three, '/c', '/c', '/home').goTo).toBe('/b')
    expect(closeTab([tab('/a')], '/a', '/a', '/home')).toEqual({ tabs: [], goTo: '/home' })
  })

  it('stays where it is when another tab is active, or none of that name is open', () => {
    expect(closeTab(three, '/a', '/b', '/home')).toEqual({ tabs: [tab('/b'), tab('/c')], goTo: undefined })
    expect(closeTab(three, '/x', '/b', '/home').tabs).toBe(three)
  })
})
