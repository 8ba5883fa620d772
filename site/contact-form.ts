const form = document.getElementById('contact-form') as HTMLFormElement
const told = document.getElementById('told') as HTMLElement
const store = 'contact_message'
let last: [body: string, key: string] | undefined
type Answer = { data?: { number: string } | null; message?: string; errors?: { field: string; message: string }[] }

try {
  last = JSON.parse(sessionStorage.getItem(store) ?? 'null') ?? undefined
} catch {
  // Storage is off.
}

/** For a reload; where the browser keeps nothing, the page still remembers. */
function remember(sent: typeof last): void {
  last = sent
  try {
    if (sent) sessionStorage.setItem(store, JSON.stringify(sent))
    else sessionStorage.removeItem(store)
  } catch {
    // Storage is off.
  }
}

/** The key of this message: the same for the same words, so that a second try or a reload never sends them twice. */
function keyOf(body: string): string {
  if (last?.[0] === body) return last[1]
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  remember([body, key])
  return key
}

function tell(kind: 'good' | 'bad', text: string): void {
  told.hidden = false
  told.className = `told told--${kind}`
  told.textContent = text
  told.scrollIntoView({ block: 'center' })
}

function mark(errors: Answer['errors'] = []): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('[aria-describedby]')) {
    const error = errors.find(({ field }) => field === input.name)
    input.setAttribute('aria-invalid', String(Boolean(error)))
    document.getElementById(`${input.name}-error`)?.replaceChildren(error?.message ?? '')
  }
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button') as HTMLButtonElement
  if (button.disabled) return
  const body = JSON.stringify(Object.fromEntries(new FormData(form)))
  button.disabled = true
  try {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': keyOf(body) }
    const reply = await fetch('/api/contact-messages', {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(30_000),
    })
    const answer = (await reply.json().catch(() => ({}))) as Answer
    mark(answer.errors)
    if (answer.data) {
      remember(undefined)
      form.reset()
      tell('good', `Thank you. Your message has the number ${answer.data.number}.`)
    } else tell('bad', answer.message ?? `HTTP Error: ${reply.status}`)
  } catch (error) {
    const isSlow = error instanceof DOMException && error.name === 'TimeoutError'
    tell(
      'bad',
      isSlow
        ? 'Request timeout. Please check your internet connection and try again.'
        : 'Unable to connect to the server. This might be due to network issues or server configuration. Please try again later.',
    )
  }
  button.disabled = false
})
