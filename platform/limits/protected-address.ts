import * as z from 'zod'
import { isLoopback } from './network.ts'

/** An address of the web that a setting names. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address such as https://ajose.example' })

/** One to which no one on the way can read what is sent. */
export const protectedAddress = webAddress.refine((text) => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || (url !== null && isLoopback(url.hostname))
}, 'must begin with https://, except for an address of this machine')
