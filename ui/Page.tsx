import type { ReactNode } from 'react'
import './Page.css'
import { usePageTitle } from './page-title.ts'

/** A page of the app: its one h1, what to do on it, and the content. `tabTitle` where the tab should be shorter. */
export function Page({
  title,
  tabTitle,
  description,
  actions,
  narrow = false,
  children,
}: {
  title: string
  tabTitle?: string
  description?: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
  /** For forms: at most 640 px. */
  narrow?: boolean
  children: ReactNode
}) {
  usePageTitle(tabTitle ?? title)
  return (
    <div className={`page${narrow ? ' page--narrow' : ''}`}>
      <header className="page__head">
        <div>
          <h1>{title}</h1>
          {description && <p className="page__description">{description}</p>}
        </div>
        {actions && <div className="page__actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Search and filters above a list; they wrap on phones. `isRoomy`: there each field has a row of its own, for choices whose names are long. */
export function Toolbar({ children, isRoomy = false }: { children: ReactNode; isRoomy?: boolean }) {
  return <div className={isRoomy ? 'toolbar toolbar--roomy' : 'toolbar'}>{children}</div>
}
