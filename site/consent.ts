import { dayIn, dayText } from '#core/calendar.ts'
import { koboFromNaira, moneyText, zeroKobo } from '#core/money.ts'

const byId = (id: string) => document.getElementById(id) as HTMLElement
const token = location.hash.slice(1)
const form = byId('answer') as HTMLFormElement
const input = form.querySelector('input') as HTMLInputElement
const naira = (amount: number) => moneyText(koboFromNaira(amount) ?? zeroKobo)
type Told = Record<
  'society' | 'guarantor' | 'borrower' | 'membershipno' | 'loan' | 'instalments' | 'phoneEnd' | 'expiresAt',
  string
> &
  Record<'principal' | 'amount' | 'held', number> & { sentences: string[] }
type Answer = { data?: Told | null; status?: number; message?: string; errors?: { field: string; message: string }[] }

/** The key of an action: the same until it had an answer, so that a second try after a lost reply does nothing twice. */
const keys = new Map<string, string>()

async function ask(what: string, body: object): Promise<Answer> {
  const text = JSON.stringify({ token, ...body })
  const key =
    keys.get(what + text) ??
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  keys.set(what + text, key)
  try {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
    const reply = await fetch(`/api/consents/${what}`, {
      method: 'POST',
      headers,
      body: text,
      signal: AbortSignal.timeout(30_000),
    })
    const answer = (await reply.json()) as Answer
    if (reply.status < 500) keys.delete(what + text)
    return answer
  } catch {
    return { message: 'No connection to the server. Check your network and try again.' }
  }
}

function tell(text: string, kind: 'good' | 'bad' | '' = ''): void {
  const told = byId('told')
  told.hidden = text === ''
  told.className = `told ${kind && `told--${kind}`}`
  told.textContent = text
  if (kind) told.scrollIntoView({ block: 'center' })
}

async function during<T>(work: () => Promise<T>): Promise<T> {
  const buttons = form.querySelectorAll('button')
  for (const each of buttons) each.disabled = true
  const result = await work()
  for (const each of buttons) each.disabled = false
  return result
}

// Where SMS reach no phone, the page says so.
void fetch('/api/health')
  .then((reply) => reply.json())
  .then(({ data }: { data?: { savesSms: boolean } }) => (byId('saved').hidden = data?.savesSms !== true))
  .catch(() => {})

byId('send').addEventListener('click', async () => {
  const { data, message } = await during(() => ask('code', {}))
  if (!data) return tell(message ?? '', 'bad')
  tell('')
  byId('send').textContent = 'Send another code'
  byId('send').className = 'button consent__second'
  byId('coded').hidden = false
  input.focus()
})

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const what = (event.submitter as HTMLButtonElement).value
  const { data, message, errors } = await during(() => ask(what, { code: input.value }))
  const wrong = errors?.find(({ field }) => field === 'code')?.message ?? ''
  input.setAttribute('aria-invalid', String(wrong !== ''))
  byId('code-error').textContent = wrong
  if (wrong) return input.focus()
  if (!data) return tell(message ?? '', 'bad')
  byId('terms').hidden = true
  byId('title').textContent = 'Thank you'
  tell(
    what === 'accept'
      ? `You guarantee the loan of ${data.borrower}. ${data.held ? naira(data.held) : 'None'} of your savings is pledged.`
      : `You declined. ${data.borrower} can ask another member.`,
    'good',
  )
})

async function open(): Promise<void> {
  const { data, status, message }: Answer = /^[\w-]{43}$/.test(token)
    ? await ask('open', {})
    : { message: 'This link isn’t complete. Copy the whole address, or ask your society for a new link.' }
  // A link that was answered, or whose time is over, is nothing that went wrong.
  if (!data) return tell(message ?? '', status === 409 || status === 410 ? '' : 'bad')
  for (const each of document.querySelectorAll<HTMLElement>('[data-fact]')) {
    const value = data[each.dataset['fact'] as keyof Omit<Told, 'sentences'>]
    each.textContent = typeof value === 'number' ? naira(value) : value
  }
  byId('asked').textContent =
    `${data.borrower} asks you, ${data.guarantor}, to guarantee this loan. Answer by ${dayText(dayIn(new Date(data.expiresAt)))}.`
  byId('phone').textContent = data.phoneEnd
  if (data.amount) byId('accept').textContent = `Accept and pledge ${naira(data.amount)}`
  byId('sentences').replaceChildren(
    ...data.sentences.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
  )
  byId('terms').hidden = false
  tell('')
}

void open()
// A second link that is pasted into the same page.
addEventListener('hashchange', () => location.reload())
