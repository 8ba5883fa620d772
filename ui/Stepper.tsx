import { Check } from 'lucide'
import { Icon } from './Icon.tsx'
import './Stepper.css'
import * as strings from './strings.ts'

/** Where a person is in a wizard; `current` counts from 0. */
export function Stepper({
  steps,
  current,
  label = strings.steps,
}: {
  steps: readonly string[]
  current: number
  label?: string
}) {
  return (
    <ol className="stepper" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={`stepper__step${index < current ? ' stepper__step--done' : ''}`}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="stepper__number" aria-hidden="true">
            {index < current ? <Icon of={Check} size={16} /> : index + 1}
          </span>
          <span className="stepper__name">
            {step}
            {index < current && <span className="visually-hidden"> {strings.done}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
