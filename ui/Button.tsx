import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import type { Permission } from '#core/actor.ts'
import { may } from '#ui/session/may.ts'
import './Button.css'
import { Icon, type IconPicture } from './Icon.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

/** The class of a link that looks like a button: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(look: ButtonLook = 'secondary', size?: 'small'): string {
  return `button button--${look}${size ? ' button--small' : ''}`
}

/** One primary a view. Who lacks what it `needs` does not see it. `busy` keeps the width, says so to screen readers and refuses a second press. */
export function Button({
  look = 'secondary',
  size,
  icon,
  busy = false,
  wide = false,
  children,
  className = '',
  type = 'button',
  disabled,
  onClick,
  needs,
  loads,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  look?: ButtonLook | undefined
  size?: 'small'
  icon?: IconPicture | undefined
  busy?: boolean
  wide?: boolean
  needs?: Permission | undefined
  /** Fetches what the press opens as soon as the button is reached for, so that the page shows sooner on a slow line. */
  loads?: () => unknown
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}) {
  if (!may(needs)) return null
  return (
    <button
      type={type}
      className={`${buttonClass(look, size)}${wide ? ' button--wide' : ''} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      disabled={disabled}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      onPointerEnter={loads}
      onFocus={loads}
      {...rest}
    >
      {busy ? <span className="button__spinner" aria-hidden="true" /> : icon && <Icon of={icon} />}
      {children}
    </button>
  )
}

/** A button with a picture only; `label` is what it is called. */
export function IconButton({
  icon,
  label,
  className = '',
  type = 'button',
  iconSize = 20,
  needs,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  icon: IconPicture
  label: string
  iconSize?: number
  needs?: Permission
  ref?: Ref<HTMLButtonElement>
}) {
  if (!may(needs)) return null
  return (
    <button type={type} className={`icon-button ${className}`} aria-label={label} title={label} {...rest}>
      <Icon of={icon} size={iconSize} />
    </button>
  )
}
