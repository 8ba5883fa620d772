import type { ReactNode } from 'react'
import './EmptyState.css'
import { Icon, type IconPicture } from './Icon.tsx'

/** An empty list names the first step and does it. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon: IconPicture
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="empty-state adire">
      <span className="empty-state__picture">
        <Icon of={icon} size={30} />
      </span>
      <p className="empty-state__title">{title}</p>
      {children && <div className="empty-state__words">{children}</div>}
      {actions && <div className="row empty-state__actions">{actions}</div>}
    </div>
  )
}
