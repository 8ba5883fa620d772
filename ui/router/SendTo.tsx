import { useEffect } from 'react'
import { type Where, hrefOf } from './paths.ts'
import { go } from './place.ts'

/** Leads on to another page, once. */
export function SendTo(where: Where) {
  const href = hrefOf(where)
  useEffect(() => void go(href, { replace: true }), [href])
  return null
}
