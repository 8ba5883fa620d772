/** Whether this may be an address on the internet to which we post; where it leads is checked at each time (post-outside.ts). */
export function isOutsideUrl(text: string, allowsLoopback: boolean): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  if (allowsLoopback && protocol === 'http:' && hostname === '127.0.0.1') return true
  // A name, because a certificate is for one; a number or a name of a local network has no letters after a dot.
  return protocol === 'https:' && /\.[a-z][a-z0-9-]*$/.test(hostname)
}
