const isCalm =
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Shows one of the stage's children after the other; still where people asked for little motion or little data. */
function rotate(box: HTMLElement): void {
  const shown = [...box.querySelectorAll('.stage img, .quotes__page')]
  const pause = box.querySelector('.pause') as HTMLButtonElement
  const names = (pause.dataset['names'] ?? '').split('|')
  let at = 0
  let timer: number | undefined
  const next = async () => {
    const from = at
    const coming = shown[(at + 1) % shown.length]
    // A picture that has not arrived yet would be a hole: it is asked for now, and shown as soon as it is there.
    if (coming instanceof HTMLImageElement && !(await bring(coming))) return
    if (at !== from) return
    shown[at]?.classList.remove('on')
    coming?.classList.add('on')
    at = (at + 1) % shown.length
    // While this one is looked at, the one after it has time to come.
    const after = shown[(at + 1) % shown.length]
    if (after instanceof HTMLImageElement) void bring(after)
  }
  const run = (isRunning: boolean) => {
    clearInterval(timer)
    if (isRunning) timer = setInterval(() => void next(), Number(box.dataset['rotate']))
    pause.classList.toggle('paused', !isRunning)
    pause.setAttribute('aria-label', names[isRunning ? 0 : 1] ?? '')
  }
  pause.addEventListener('click', () => run(pause.classList.contains('paused')))
  box.querySelector('.next')?.addEventListener('click', () => {
    run(false)
    void next()
  })
  run(!isCalm)
}

/** Asks for a picture and says whether it came: who leaves within the first seconds has paid for one, not for four. */
async function bring(picture: HTMLImageElement): Promise<boolean> {
  // The one for phones first: the browser then asks for one of the two.
  const phones = picture.previousElementSibling as HTMLSourceElement
  phones.srcset ||= phones.dataset['srcset'] ?? ''
  picture.src ||= picture.dataset['src'] ?? ''
  return picture.decode().then(
    () => true,
    () => false,
  )
}

const begin = () => document.querySelectorAll<HTMLElement>('[data-rotate]').forEach(rotate)
if (document.readyState === 'complete') begin()
else addEventListener('load', begin)
