import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Leads on to another page, once. The router's own Navigate repeats itself at every render until the page has come. */
export function SendTo({ to }: { to: LinkProps['to'] & string }) {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to, replace: true })
  }, [navigate, to])
  return null
}
