import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide'
import type { ReactNode } from 'react'
import './Banner.css'
import { Icon } from './Icon.tsx'

const icons = { danger: CircleAlert, warning: TriangleAlert, success: CircleCheck, info: Info }

/** A message that stays on the page. `danger` is read out at once, the others politely. */
export function Banner({
  tone = 'info',
  title,
  children,
  actions,
}: {
  tone?: 'danger' | 'warning' | 'success' | 'info'
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className={`banner banner--${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon of={icons[tone]} />
      <div className="banner__words">
        {title && <p className="banner__title">{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className="row banner__actions">{actions}</div>}
      </div>
    </div>
  )
}
