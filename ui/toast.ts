import type { toast as headlessToast } from 'react-hot-toast/headless'

type Toast = typeof headlessToast

/** The library comes with the first message; one whose file can't be had is left out, because what matters is also on the page. */
const later = (show: (toast: Toast) => unknown) =>
  void import('react-hot-toast/headless').then(
    ({ toast }) => show(toast),
    () => undefined,
  )

/**
 * Short messages: `toast('Saved')`, `toast.success(…)`, `toast.error(…)`. Errors also stay on the page.
 * The headless edition brings no styles of its own and writes no markup, which Trusted Types would refuse.
 */
export const toast = Object.assign((...given: Parameters<Toast>) => later((show) => show(...given)), {
  success: (...given: Parameters<Toast['success']>) => later((show) => show.success(...given)),
  error: (...given: Parameters<Toast['error']>) => later((show) => show.error(...given)),
  dismiss: (id: string) => later((show) => show.dismiss(id)),
})

/** For an action: once it is done it says so and goes on, such as closing its form. */
export function toastThen<Reply>(words: string | ((reply: Reply) => string), next: () => unknown) {
  return {
    onSuccess: (reply: Reply) => {
      toast.success(typeof words === 'string' ? words : words(reply))
      next()
    },
  }
}
