import { CircleCheck, CircleDashed } from 'lucide'
import { Icon } from './Icon.tsx'
import './PasswordAdvice.css'
import * as strings from './strings.ts'

/** How long a new password should be, ticked while typing; where fewer characters are taken too, the server decides. */
export function PasswordAdvice({ password }: { password: string }) {
  const isMet = password.length >= 8
  return (
    <p className={`password-advice${isMet ? ' password-advice--met' : ''}`} aria-live="polite">
      <Icon of={isMet ? CircleCheck : CircleDashed} size={16} />
      {strings.orMoreCharacters}
      {isMet && <span className="visually-hidden"> {strings.done}</span>}
    </p>
  )
}
