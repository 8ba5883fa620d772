import { type ReactNode, useId } from 'react'
import './Card.css'

/** A sheet on the paper. `title` makes it a region with a heading; `actions` are beside it. `flush` lets a table reach the edges. */
export function Card({
  title,
  description,
  actions,
  flush = false,
  className = '',
  children,
}: {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  flush?: boolean
  className?: string
  children?: ReactNode
}) {
  const headingId = useId()
  return (
    <section
      className={`card${flush ? ' card--flush' : ''} ${className}`}
      aria-labelledby={title ? headingId : undefined}
    >
      {(title || actions) && (
        <header className="card__head">
          <div>
            {title && <h2 id={headingId}>{title}</h2>}
            {description && <p className="muted">{description}</p>}
          </div>
          {actions && <div className="row">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}
