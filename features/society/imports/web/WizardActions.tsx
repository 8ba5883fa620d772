import type { ReactNode } from 'react'
import './WizardActions.css'

/** The way back and on, always in reach at the bottom of the screen. */
export function WizardActions({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="wizard-actions">
      <div className="wizard-actions__note" role="status">
        {note}
      </div>
      <div className="wizard-actions__buttons">{children}</div>
    </div>
  )
}
