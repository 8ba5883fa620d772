/** Whether this is an address to which a webhook may be added; where it leads is checked at each delivery. */
export function isWebhookUrl(text: string, allowsLoopback: boolean): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  if (allowsLoopback && protocol === 'http:' && hostname === '127.0.0.1') return true
  // A name, because a certificate is for one; a number or a name of a local network has no letters after a dot.
  return protocol === 'https:' && /\.[a-z][a-z0-9-]*$/.test(hostname)
}
