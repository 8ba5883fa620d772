import './Tag.css'
import { Icon, type IconPicture } from './Icon.tsx'

export type TagTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info'

/** A status: soft fill, picture and word, so that colour is never alone. */
export function Tag({ tone = 'neutral', icon, children }: { tone?: TagTone; icon?: IconPicture; children: string }) {
  return (
    <span className={`tag tag--${tone}`}>
      {icon && <Icon of={icon} size={14} />}
      {children}
    </span>
  )
}
