import { Link } from '#ui/router/Link.tsx'
import { ChevronDown } from 'lucide'
import { Fragment, useState } from 'react'
import { Avatar } from '#ui/Avatar.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { Entries, NavigationGroup, NavigationLink } from './navigation.ts'
import './Sidebar.css'
import * as strings from './strings.ts'

/** Whose books these are, and the way to every page of the area. */
export function Sidebar({
  name,
  note,
  logo,
  entries,
  collapsed = false,
  onNavigate,
}: {
  name: string
  note?: string | null | undefined
  logo?: string | null | undefined
  entries: Entries
  collapsed?: boolean
  onNavigate?: () => void
}) {
  return (
    <div className={`sidebar${collapsed ? ' sidebar--collapsed' : ''}`}>
      <div className="sidebar__head" title={collapsed ? name : undefined}>
        <Avatar name={name} sources={[logo]} size={40} square />
        <div className="sidebar__whose">
          <p className="sidebar__name">{name}</p>
          {note && <p className="sidebar__note number">{note}</p>}
        </div>
      </div>
      <nav aria-label={strings.main} className="sidebar__links">
        {entries.map((entry) =>
          'links' in entry ? (
            <Group key={entry.label} group={entry} collapsed={collapsed} onNavigate={onNavigate} />
          ) : (
            <Entry key={entry.label} link={entry} collapsed={collapsed} onNavigate={onNavigate} />
          ),
        )}
      </nav>
    </div>
  )
}

function Entry({
  link,
  collapsed,
  onNavigate,
}: {
  link: NavigationLink
  collapsed: boolean
  onNavigate: (() => void) | undefined
}) {
  return (
    <Link
      to={link.to}
      className="sidebar__link"
      {...(onNavigate ? { onClick: onNavigate } : {})}
      title={collapsed ? link.label : undefined}
    >
      <Icon of={link.icon} />
      <span className="sidebar__label">{link.label}</span>
    </Link>
  )
}

function Group({
  group,
  collapsed,
  onNavigate,
}: {
  group: NavigationGroup
  collapsed: boolean
  onNavigate: (() => void) | undefined
}) {
  const [open, setOpen] = useState(true)
  return (
    <div className="sidebar__group">
      {!collapsed && (
        <button
          type="button"
          className="sidebar__link sidebar__group-name"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon of={group.icon} />
          <span className="sidebar__label">{group.label}</span>
          <Icon of={ChevronDown} size={16} />
        </button>
      )}
      {(open || collapsed) && (
        <div className="sidebar__children" role="group" aria-label={group.label}>
          {group.links.map((link, index) => (
            <Fragment key={link.label}>
              {link.part && link.part !== group.links[index - 1]?.part && <p className="sidebar__part">{link.part}</p>}
              <Entry link={link} collapsed={collapsed} onNavigate={onNavigate} />
            </Fragment>
          ))}
        </div>
      )}
    </div>
  )
}
