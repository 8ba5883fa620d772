/**
 * Short messages: `toast('Saved')`, `toast.success(…)`, `toast.error(…)`. Errors also stay on the page.
 * The headless edition brings no styles of its own and writes no markup, which Trusted Types would refuse.
 */
export { toast } from 'react-hot-toast/headless'
