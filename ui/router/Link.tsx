import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import type { Permission } from '#core/actor.ts'
import { may } from '#ui/session/may.ts'
import { type Where, hrefOf } from './paths.ts'
import { go, mayOpen, prepare, useIsAt } from './place.ts'

type LinkProps = Where & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { needs?: Permission }

/**
 * A link inside the app. To a page that is not open to this person it is its words alone, and as a button it is not
 * there; so is one that `needs` what they may not do. It says when it leads to where we are, and loads its page as soon as it is pointed at.
 */
export function Link({ to, params, search, onClick, needs, children, ...rest }: LinkProps) {
  if (!may(needs)) return null
  if (!mayOpen(to)) return rest.className?.includes('button') ? null : <>{children}</>
  // The three belong together; taken apart they no longer say so to the compiler.
  const href = hrefOf({ to, params, search } as Where)
  return (
    <HrefLink href={href} {...rest} {...(onClick ? { onClick } : {})}>
      {children}
    </HrefLink>
  )
}

/** The same for an address that is already written. */
export function HrefLink({
  href,
  onClick,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const isHere = useIsAt(href.split('?')[0] ?? '')
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    void go(href)
  }
  // Loading begins early to save time; what fails here is tried again, and shown, when the link is followed.
  const begin = () => void prepare(href)?.catch(() => undefined)
  return (
    <a
      href={href}
      aria-current={isHere ? 'page' : undefined}
      onClick={follow}
      onPointerEnter={begin}
      onFocus={begin}
      {...rest}
    >
      {children}
    </a>
  )
}
