const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Shows one of the stage's children after the other; still where people asked for little motion or little data. */
function rotate(box: HTMLElement): void {
  const shown = [...(box.querySelector('.stage')?.children ?? [])]
  const pause = box.querySelector('.pause') as HTMLButtonElement
  const names = (pause.dataset['names'] ?? '').split('|')
  let at = 0
  let timer: number | undefined
  const next = () => {
    const coming = shown[(at + 1) % shown.length]
    // A picture that has not arrived yet would be a hole.
    if (coming instanceof HTMLImageElement && !coming.naturalWidth) return bring(shown)
    shown[at]?.classList.remove('on')
    coming?.classList.add('on')
    at = (at + 1) % shown.length
  }
  const run = (isRunning: boolean) => {
    clearInterval(timer)
    if (isRunning) {
      bring(shown)
      timer = setInterval(next, Number(box.dataset['rotate']))
    }
    pause.classList.toggle('paused', !isRunning)
    pause.setAttribute('aria-label', names[isRunning ? 0 : 1] ?? '')
  }
  pause.addEventListener('click', () => run(pause.classList.contains('paused')))
  box.querySelector('.next')?.addEventListener('click', () => {
    run(false)
    next()
  })
  run(!isCalm)
}

/** The pictures behind the first come only when the page itself is there. */
function bring(shown: Element[]): void {
  for (const picture of shown) if (picture instanceof HTMLImageElement && !picture.src) picture.src = picture.dataset['src'] ?? ''
}

const begin = () => document.querySelectorAll<HTMLElement>('[data-rotate]').forEach(rotate)
if (document.readyState === 'complete') begin()
else addEventListener('load', begin)
