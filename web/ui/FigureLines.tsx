import type { ReactNode } from 'react'
import './FigureCard.css'
import './FigureLines.css'

/** FigureCards side by side; on phones one under the other, the label left and the value right. */
export function FigureLines({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section className="figures figures--lines" aria-label={label}>
      {children}
    </section>
  )
}
