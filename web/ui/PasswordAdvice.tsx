import { CircleCheck, CircleDashed } from 'lucide'
import { Icon } from './Icon.tsx'
import './PasswordAdvice.css'

/** What a new password must be, and what is wiser, ticked while typing. */
export function PasswordAdvice({ password }: { password: string }) {
  const rules = [
    { met: password.length >= 6, words: 'At least 6 characters' },
    { met: password.length >= 8, words: '8 or more is safer' },
  ]
  return (
    <ul className="password-advice" aria-live="polite">
      {rules.map(({ met, words }) => (
        <li key={words} className={met ? 'password-advice__met' : ''}>
          <Icon of={met ? CircleCheck : CircleDashed} size={16} />
          {words}
          {met && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ul>
  )
}
